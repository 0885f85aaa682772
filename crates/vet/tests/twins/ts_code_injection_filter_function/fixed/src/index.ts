import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

type Row = { name: string; score: number };
const ROWS: Row[] = [
  { name: "ada", score: 9 },
  { name: "bob", score: 4 },
];
const OPERATORS = {
  eq: (a: unknown, b: unknown) => a === b,
  gt: (a: unknown, b: unknown) => Number(a) > Number(b),
  lt: (a: unknown, b: unknown) => Number(a) < Number(b),
};
const double = new Function("x", "return x * 2") as (x: number) => number;

const server = new McpServer({ name: "table", version: "1.0.0" });

server.registerTool(
  "filter_rows",
  {
    description: "Rows of the table that match.",
    inputSchema: {
      field: z.enum(["name", "score"]),
      operator: z.enum(["eq", "gt", "lt"]),
      value: z.union([z.string(), z.number()]),
    },
  },
  async ({ field, operator, value }) => {
    const compare = OPERATORS[operator];
    const matches = (row: Row) => compare(row[field], value);
    return { content: [{ type: "text", text: JSON.stringify(ROWS.filter(matches)) }] };
  },
);

server.registerTool("double_scores", { description: "Scores, doubled." }, async () => ({
  content: [{ type: "text", text: JSON.stringify(ROWS.map((row) => double(row.score))) }],
}));

await server.connect(new StdioServerTransport());
