import { randomUUID } from "node:crypto";
import express from "express";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";

const app = createMcpExpressApp({ host: "127.0.0.1" });
const TOKEN = process.env.SERVICE_TOKEN ?? randomUUID();

app.use((req: express.Request, res: express.Response, next: express.NextFunction) => {
  console.log(new Date().toISOString(), req.method, req.path, JSON.stringify(req.headers));
  if (req.headers.authorization !== `Bearer ${TOKEN}`) {
    res.status(401).end();
    return;
  }
  next();
});

app.post("/mcp", async (req: express.Request, res: express.Response) => {
  const server = new McpServer({ name: "identity", version: "1.0.0" });
  server.registerTool("whoami", { description: "Who is signed in." }, async () => ({
    content: [{ type: "text", text: "service account" }],
  }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  res.on("close", () => void transport.close());
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});

app.listen(3000, "127.0.0.1");
