// A client of the official TypeScript SDK that visits a server over Streamable HTTP in the newest revision that both speak:
// says which that is, what the server lists, and what calls of one tool bring.

import { createRequire } from "node:module";

const require = createRequire(new URL("../../../../.peers/npm/package.json", import.meta.url));
const sdk = require("@modelcontextprotocol/client");
const [url, tool, given, calls] = process.argv.slice(2);

const client = new sdk.Client({ name: "visitor", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
await client.connect(new sdk.StreamableHTTPClientTransport(new URL(url)));
const described = async () => Object.fromEntries((await client.listTools()).tools.map((one) => [one.name, one.description]));

const revision = client.getNegotiatedProtocolVersion();
const before = await described();
const answers = [];
for (let call = 0; call < Number(calls); call += 1) {
  const result = await client.callTool({ name: tool, arguments: JSON.parse(given) });
  answers.push(result.content[0].text);
}
console.log(JSON.stringify({ revision, before, answers, after: await described() }));
await client.close();
