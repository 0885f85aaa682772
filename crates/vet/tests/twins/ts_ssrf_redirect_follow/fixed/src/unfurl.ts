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
  let next = assertKnown(new URL(link));
  for (let hop = 0; hop < 4; hop += 1) {
    const reply = await fetch(next, { redirect: "manual" });
    const location = reply.headers.get("location");
    if (location === null) return reply.text();
    next = assertKnown(new URL(location, next));
  }
  throw new Error("too many hops");
}

const server = new McpServer({ name: "unfurl", version: "1.0.0" });

server.registerTool("unfurl", { description: "Expand a short link.", inputSchema: { link: z.string() } }, async (a) => ({
  content: [{ type: "text", text: await expand(a.link) }],
}));

await server.connect(new StdioServerTransport());
