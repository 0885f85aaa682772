import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { FetchRefused, assertFetchable } from "./net.js";

const server = new McpServer({ name: "web-markdown", version: "0.3.0" });

function toMarkdown(html: string): string {
  return html
    .replace(/<h([1-6])[^>]*>(.*?)<\/h\1>/gis, (_, level, inner) => `${"#".repeat(Number(level))} ${inner}\n`)
    .replace(/<[^>]+>/g, "")
    .trim();
}

async function download(raw: string): Promise<string> {
  const url = await assertFetchable(raw);
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000), redirect: "error" });
  if (!response.ok) {
    throw new Error(`HTTP ${response.status}`);
  }
  return response.text();
}

server.tool(
  "webpage_to_markdown",
  "Convert a web page to markdown.",
  { url: z.string().url() },
  async ({ url }) => {
    try {
      return { content: [{ type: "text", text: toMarkdown(await download(url)) }] };
    } catch (error) {
      const reason = error instanceof FetchRefused ? error.message : "The page could not be loaded";
      return { content: [{ type: "text", text: reason }], isError: true };
    }
  },
);

server.tool("html_to_markdown", "Convert HTML text to markdown.", { html: z.string() }, async ({ html }) => ({
  content: [{ type: "text", text: toMarkdown(html) }],
}));

await server.connect(new StdioServerTransport());
