// The same as generations.py, with the official SDKs for TypeScript: `typescript.mjs first|second URL`, where the first
// generation speaks revisions up to 2025-11-25 and the second 2026-07-28, too.

import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";

const require = createRequire(new URL("../../../../../.peers/npm/package.json", import.meta.url));
const [generation, url] = process.argv.slice(2);
const second = generation === "second";

const sdk = second
  ? require("@modelcontextprotocol/client")
  : {
      ...require("@modelcontextprotocol/sdk/client/index.js"),
      ...require("@modelcontextprotocol/sdk/client/streamableHttp.js"),
      ...require("@modelcontextprotocol/sdk/types.js"),
    };

const heard = { logs: [], changes: [] };
const capabilities = { sampling: {}, elicitation: {}, roots: {} };
const client = new sdk.Client(
  { name: "peer", version: "1.0.0" },
  { capabilities, ...(second && { versionNegotiation: { mode: "auto" } }) },
);

// The first generation names what is handled by a schema, the second by the method.
const schemas = {
  "sampling/createMessage": "CreateMessageRequestSchema",
  "elicitation/create": "ElicitRequestSchema",
  "roots/list": "ListRootsRequestSchema",
  "notifications/message": "LoggingMessageNotificationSchema",
  "notifications/tools/list_changed": "ToolListChangedNotificationSchema",
};
const named = (method) => (second ? method : sdk[schemas[method]]);

client.setRequestHandler(named("sampling/createMessage"), ({ params }) => {
  const content = [params.messages[0].content].flat()[0];
  return { role: "assistant", model: "none", content: { type: "text", text: `blue (${content.text})` } };
});
client.setRequestHandler(named("elicitation/create"), ({ params }) => ({
  action: "accept",
  content: { name: `Ada (${params.message})` },
}));
client.setRequestHandler(named("roots/list"), () => ({ roots: [{ uri: "file:///home/ada" }] }));
client.setNotificationHandler(named("notifications/message"), ({ params }) => {
  heard.logs.push(params.data);
});
let change;
const changed = new Promise((resolve) => (change = resolve));
client.setNotificationHandler(named("notifications/tools/list_changed"), ({ method }) => {
  // Once is as good as many times.
  heard.changes = [method];
  change();
});

async function call(name, args = {}, options = {}) {
  const params = { name, arguments: args };
  if (second) params._meta = { "io.modelcontextprotocol/logLevel": "info" };
  return second ? client.callTool(params, options) : client.callTool(params, undefined, options);
}
const said = async (name, args) => (await call(name, args)).content[0].text;
const isOne = async (what) => (await said("counted", { what })) === "1";

async function until(condition) {
  while (!(await condition())) await pause(50);
}

// The call goes on until the client says that it has seen the last report.
async function progress() {
  const seen = [];
  let confirm;
  const onprogress = ({ progress, total }) => {
    seen.push([progress, total]);
    if (progress === total) confirm = call("seen");
  };
  const result = await call("count", { to: 3 }, { onprogress });
  await confirm;
  return { seen, result };
}

async function cancellation() {
  const abort = new AbortController();
  const given = call("wait", {}, { signal: abort.signal }).catch(() => undefined);
  await until(() => isOne("waiting"));
  abort.abort("enough");
  await given;
  await until(() => isOne("cancelled"));
  return "cancelled";
}

async function growth() {
  const listening = second && client.getProtocolEra() === "modern" && (await client.listen({ toolsListChanged: true }));
  const names = async () => (await client.listTools()).tools.map((tool) => tool.name).sort();
  const answer = await said("grow");
  await changed;
  // A change may have been told before, of something else.
  await until(async () => (await names()).includes("grown"));
  if (listening) await listening.close();
  return { said: answer, names: await names(), grown: await said("grown") };
}

const results = {};

// Longer than any machine takes; a step that hangs is told by its name.
const limit = 60_000;

async function step(name, act) {
  const late = pause(limit, "TIMEOUT", { ref: false });
  try {
    results[name] = await Promise.race([act(), late]);
  } catch (error) {
    results[name] = { refused: error.code, message: error.message };
  }
}

await client.connect(new sdk.StreamableHTTPClientTransport(new URL(url)));
await step("tools", () => client.listTools());
await step("call", () => call("add", { a: 1, b: 2 }));
await step("failing call", () => call("fail"));
await step("call with wrong arguments", () => call("add", { a: "x" }));
await step("call of a tool that is not there", () => call("nothing"));
await step("prompts", () => client.listPrompts());
await step("prompt", () => client.getPrompt({ name: "greet", arguments: { name: "Ada" } }));
await step("prompt that is not there", () => client.getPrompt({ name: "nothing" }));
await step("resources", () => client.listResources());
await step("resource templates", () => client.listResourceTemplates());
await step("resource", () => client.readResource({ uri: "note://all" }));
await step("resource of a template", () => client.readResource({ uri: "note://first" }));
await step("resource that is not there", () => client.readResource({ uri: "other://thing" }));
const ref = { type: "ref/prompt", name: "greet" };
await step("completion", () => client.complete({ ref, argument: { name: "name", value: "Ad" } }));
await step("log", () => said("log", { text: "here I am" }));
await step("progress", progress);
await step("sampling", () => said("consult"));
await step("roots", () => said("roots"));
await step("elicitation", () => said("ask"));
await step("cancellation", cancellation);
await step("change", growth);
results.heard = heard;

const agreed = second ? client.getNegotiatedProtocolVersion() : client.transport._protocolVersion;
await client.close();
console.log(JSON.stringify({ agreed, results }, null, 1));
process.exit(0);
