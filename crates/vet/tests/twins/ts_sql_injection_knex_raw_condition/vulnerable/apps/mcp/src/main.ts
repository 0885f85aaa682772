import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { countBySection, searchArticles } from "./articles/index.js";

const server = new McpServer({ name: "articles", version: "0.1.0" });

server.tool(
  "search_articles",
  "Search the articles by words.",
  { words: z.string().min(2).max(200), section: z.string().optional() },
  async (input) => {
    const rows = await searchArticles(input);
    return { content: rows.map((row) => ({ type: "text" as const, text: `${row.id}: ${row.title}` })) };
  },
);

server.tool("count_by_section", "Number of articles in each section.", async () => ({
  content: [{ type: "text", text: JSON.stringify(await countBySection()) }],
}));

await server.connect(new StdioServerTransport());
