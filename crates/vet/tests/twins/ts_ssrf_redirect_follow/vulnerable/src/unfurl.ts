import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const SHORTENERS: ReadonlySet<string> = new Set(["s.example.com", "go.example.org"]);

function assertKnown(url: URL): URL {
  if (url.protocol !== "https:" || !SHORTENERS.has(url.hostname)) {
    throw new Error("not a short link of ours");
  }
  return url;
}

async function expand(link: string): Promise<string> {
  const start = assertKnown(new URL(link));
  const reply = await fetch(start, { redirect: "follow" });
  return reply.text();
}

const server = new McpServer({ name: "unfurl", version: "1.0.0" });

server.registerTool("unfurl", { description: "Expand a short link.", inputSchema: { link: z.string() } }, async (a) => ({
  content: [{ type: "text", text: await expand(a.link) }],
}));

await server.connect(new StdioServerTransport());
