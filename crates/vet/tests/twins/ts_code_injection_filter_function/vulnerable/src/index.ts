import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

type Row = { name: string; score: number };
const ROWS: Row[] = [
  { name: "ada", score: 9 },
  { name: "bob", score: 4 },
];
const double = new Function("x", "return x * 2") as (x: number) => number;

const server = new McpServer({ name: "table", version: "1.0.0" });

server.registerTool(
  "filter_rows",
  {
    description: "Rows of the table that match.",
    inputSchema: { condition: z.string().describe("An expression over row.name and row.score") },
  },
  async ({ condition }) => {
    if (/process|require|import/.test(condition)) {
      throw new Error("that word is not allowed");
    }
    const matches = new Function("row", `return (${condition});`) as (row: Row) => boolean;
    return { content: [{ type: "text", text: JSON.stringify(ROWS.filter(matches)) }] };
  },
);

server.registerTool("double_scores", { description: "Scores, doubled." }, async () => ({
  content: [{ type: "text", text: JSON.stringify(ROWS.map((row) => double(row.score))) }],
}));

await server.connect(new StdioServerTransport());
