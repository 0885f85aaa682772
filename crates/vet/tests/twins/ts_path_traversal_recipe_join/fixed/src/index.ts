import { promises as fs } from "node:fs";
import path from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const ROOT = path.resolve(process.env.RECIPES ?? "recipes");
const server = new McpServer({ name: "recipes", version: "1.0.0" });

server.tool("read_recipe", "Read a recipe of the collection.", { name: z.string() }, async ({ name }) => {
  const file = await fs.realpath(path.join(ROOT, name));
  const relative = path.relative(await fs.realpath(ROOT), file);
  if (relative.startsWith("..") || path.isAbsolute(relative)) {
    throw new Error("outside of the collection");
  }
  const text = await fs.readFile(file, "utf8");
  return { content: [{ type: "text", text }] };
});

server.tool("list_recipes", "List the collection.", async () => {
  const names = await fs.readdir(ROOT);
  return { content: [{ type: "text", text: names.join("\n") }] };
});

await server.connect(new StdioServerTransport());
