import { execFileSync } from "node:child_process";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "speech", version: "1.0.0" });
const VOICES = ["alba", "brian"];

const quote = (text) => text.replace(/\s+/g, " ").trim();

server.tool(
  "say",
  "Say a sentence aloud.",
  { text: z.string().max(500), voice: z.string().default("alba") },
  async ({ text, voice }) => {
    const chosen = VOICES.includes(voice) ? voice : VOICES[0];
    execFileSync("espeak", ["-v", chosen, "--", quote(text)], { timeout: 30_000 });
    return { content: [{ type: "text", text: `said ${text.length} characters` }] };
  },
);

server.tool("beep", "Make a short sound.", async () => {
  execFileSync("espeak", ["-v", "alba", "beep"]);
  return { content: [{ type: "text", text: "beep" }] };
});

await server.connect(new StdioServerTransport());
