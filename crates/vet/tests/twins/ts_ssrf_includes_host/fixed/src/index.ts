import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const TRUSTED = ["news.example.com", "blog.example.com"];
const server = new McpServer({ name: "articles", version: "1.0.0" });

function allowed(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && TRUSTED.includes(hostname);
}

server.tool("fetch_article", "Fetch an article of our sites.", { url: z.string().url() }, async ({ url }) => {
  if (!allowed(url)) {
    return { isError: true, content: [{ type: "text", text: "not one of our sites" }] };
  }
  const reply = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(10_000) });
  return { content: [{ type: "text", text: await reply.text() }] };
});

server.tool("latest_articles", "Headlines of today.", async () => {
  const reply = await fetch(`https://${TRUSTED[0]}/latest.json`);
  return { content: [{ type: "text", text: await reply.text() }] };
});

await server.connect(new StdioServerTransport());
