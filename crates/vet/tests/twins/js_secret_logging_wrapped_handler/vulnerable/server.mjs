import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const logger = {
  info: (message, fields = {}) => process.stderr.write(`${JSON.stringify({ level: "info", message, ...fields })}\n`),
};

function traced(name, handler) {
  return async (args) => {
    logger.info("call", { tool: name, args });
    const started = performance.now();
    const result = await handler(args);
    logger.info("done", { tool: name, ms: Math.round(performance.now() - started) });
    return result;
  };
}

const users = new Map();
const server = new McpServer({ name: "users", version: "1.0.0" });

server.registerTool(
  "create_user",
  { description: "Create a user.", inputSchema: { login: z.string(), password: z.string().min(12) } },
  traced("create_user", async ({ login, password }) => {
    users.set(login, password.length);
    return { content: [{ type: "text", text: `created ${login}` }] };
  }),
);

await server.connect(new StdioServerTransport());
