import http from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

const port = Number(process.env.PORT || 8080);
const HOSTS = new Set([`localhost:${port}`, `127.0.0.1:${port}`]);
const ORIGINS = new Set([`http://localhost:${port}`]);

async function body(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString() || "null");
}

const listener = http.createServer(async (req, res) => {
  const { host, origin } = req.headers;
  if (!HOSTS.has(host ?? "") || (origin !== undefined && !ORIGINS.has(origin))) {
    res.writeHead(403).end();
    return;
  }
  const server = new McpServer({ name: "daemon", version: "1.0.0" });
  server.tool("restart", "Restart the daemon.", async () => ({ content: [{ type: "text", text: "restarting" }] }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await server.connect(transport);
  await transport.handleRequest(req, res, await body(req));
});

listener.listen(port, "127.0.0.1", () => console.error("ready"));
