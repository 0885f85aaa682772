import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

type Direction = "encode" | "decode";

const convert: Record<Direction, (text: string) => string> = {
  encode: (text) => Buffer.from(text, "utf8").toString("base64"),
  decode: (text) => Buffer.from(text, "base64").toString("utf8"),
};

export function registerBase64(server: McpServer): void {
  for (const direction of ["encode", "decode"] as const) {
    server.registerTool(
      `${direction}_base64`,
      { description: `${direction} base64`, inputSchema: { text: z.string() } },
      async ({ text }) => ({ content: [{ type: "text", text: convert[direction](text) }] }),
    );
  }
}
