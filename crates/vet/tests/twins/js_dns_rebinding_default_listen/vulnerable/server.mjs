import http from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

const port = Number(process.env.PORT || 8080);

async function body(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString() || "null");
}

const listener = http.createServer(async (req, res) => {
  res.setHeader("Access-Control-Allow-Origin", "*");
  const server = new McpServer({ name: "daemon", version: "1.0.0" });
  server.tool("restart", "Restart the daemon.", async () => ({ content: [{ type: "text", text: "restarting" }] }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await server.connect(transport);
  await transport.handleRequest(req, res, await body(req));
});

listener.listen(port, () => console.error("ready"));
