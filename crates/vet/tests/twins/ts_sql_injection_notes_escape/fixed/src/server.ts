import Database from "better-sqlite3";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const db = new Database("notes.db", { readonly: true });
const marks = (values: unknown[]) => values.map(() => "?").join(", ");

class Notes {
  byTags(ids: string[], title: string): unknown[] {
    const list = marks(ids);
    const sql = `SELECT id, title FROM notes WHERE title LIKE '%' || ? || '%' AND tag_id IN (${list})`;
    return db.prepare(sql).all(title, ...ids);
  }

  latest(count: number): unknown[] {
    return db.prepare("SELECT id, title FROM notes ORDER BY id DESC LIMIT ?").all(count);
  }
}

const notes = new Notes();
const server = new McpServer({ name: "notes", version: "0.9.0" });

server.tool(
  "notes_by_tags",
  "Find notes that carry one of the tags.",
  { tagIds: z.array(z.string()), title: z.string().default("") },
  async ({ tagIds, title }) => ({ content: [{ type: "text", text: JSON.stringify(notes.byTags(tagIds, title)) }] }),
);

server.tool("latest_notes", "The newest notes.", { count: z.number().int().min(1).max(50) }, async ({ count }) => ({
  content: [{ type: "text", text: JSON.stringify(notes.latest(count)) }],
}));

await server.connect(new StdioServerTransport());
