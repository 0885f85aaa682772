import type { Request, Response } from "express";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { loadConfig } from "./config.js";

const config = loadConfig();
const app = createMcpExpressApp({ host: config.host });

app.post("/mcp", async (req: Request, res: Response) => {
  const server = new McpServer({ name: "sensor", version: "1.0.0" });
  server.registerTool("read_sensor", { description: "Read the sensor." }, async () => ({
    content: [{ type: "text", text: "21.5" }],
  }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});

app.listen(config.port, config.host);
