import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { Formula } from "./formula.js";

const server = new McpServer({ name: "formula", version: "0.1.7" });
const table = (formula, from, to, count) => ({
  content: [{ type: "text", text: [...formula.samples(from, to, count)].map((pair) => pair.join("\t")).join("\n") }],
});

server.registerTool(
  "evaluate_formula",
  {
    description: "Values of a formula in x over a range.",
    inputSchema: { formula: z.string().max(200), from: z.number(), to: z.number(), count: z.number().int().max(500) },
  },
  async ({ formula, from, to, count }) => table(new Formula(formula), from, to, count),
);

server.registerTool("example_table", { description: "Values of the example formula." }, async () =>
  table(new Formula(), 0, 10, 11),
);

await server.connect(new StdioServerTransport());
