import express from "express";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const PORT = Number(process.env.PORT ?? 3333);
const HOST = process.env.HOST ?? "0.0.0.0";
const app = express();
app.use(express.json());

function build(): McpServer {
  const server = new McpServer({ name: "music", version: "1.0.0" });
  server.tool("play", "Play a song.", { song: z.string() }, async ({ song }) => ({
    content: [{ type: "text", text: `playing ${song}` }],
  }));
  return server;
}

app.all("/mcp", async (req, res) => {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
  });
  await build().connect(transport);
  await transport.handleRequest(req, res, req.body);
});

app.listen(PORT, HOST, () => console.error(`listening on ${HOST}:${PORT}`));
