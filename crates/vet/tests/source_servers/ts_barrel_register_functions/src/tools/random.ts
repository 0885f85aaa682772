import { randomUUID } from "node:crypto";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

export default function registerRandom(server: McpServer): void {
  server.registerTool("random_id", { description: "A new random id." }, () => ({
    content: [{ type: "text", text: randomUUID() }],
  }));
}
