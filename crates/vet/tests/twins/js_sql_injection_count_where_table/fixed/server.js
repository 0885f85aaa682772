"use strict";

const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const sqlite3 = require("sqlite3");
const { z } = require("zod");

const db = new sqlite3.Database(process.argv[2] || "data.db", sqlite3.OPEN_READONLY);

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

function quoteIdentifier(name) {
  if (!IDENTIFIER.test(name)) {
    throw new Error("Invalid identifier");
  }
  return `"${name}"`;
}

function all(sql, params) {
  return new Promise((resolve, reject) => {
    db.all(sql, params, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

function reply(value, isError) {
  return { content: [{ type: "text", text: JSON.stringify(value) }], isError: Boolean(isError) };
}

const server = new McpServer({ name: "sqlite-browser", version: "1.0.4" });

server.tool("list_tables", "Tables of the database.", {}, async () => {
  const rows = await all("SELECT name FROM sqlite_master WHERE type = ?", ["table"]);
  return reply(rows.map((row) => row.name));
});

server.tool(
  "count_rows",
  "Number of the rows of a table that were made after a day.",
  { table: z.string(), after: z.string().optional() },
  async ({ table, after }) => {
    try {
      let sql = "SELECT COUNT(*) AS n FROM " + quoteIdentifier(table);
      const params = [];
      if (after) {
        sql += " WHERE created_at > ?";
        params.push(after);
      }
      const [row] = await all(sql, params);
      return reply(row.n);
    } catch (error) {
      return reply(error.message, true);
    }
  },
);

server.connect(new StdioServerTransport());
