import { createHash } from "node:crypto";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const name = "hash_text";
const config = {
  title: "Hash",
  description: "The SHA-256 of a text.",
  inputSchema: { text: z.string() },
};

export const registerHashTool = (server: McpServer) => {
  server.registerTool(name, config, async ({ text }) => ({
    content: [{ type: "text", text: createHash("sha256").update(text).digest("hex") }],
  }));
};
