import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import * as db from "./db.js";

const server = new McpServer({ name: "orders", version: "1.0.0" });

server.registerTool(
  "find_orders",
  {
    description: "Orders of a customer since a day.",
    inputSchema: { customer: z.string(), since: z.string() },
    annotations: { readOnlyHint: true },
  },
  async (input) => {
    const found = await db.ordersOf(input.customer, input.since);
    return { content: [{ type: "text", text: JSON.stringify(found) }] };
  },
);

server.registerTool("order_count", { description: "How many orders there are." }, async () => ({
  content: [{ type: "text", text: String(await db.orderCount()) }],
}));

await server.connect(new StdioServerTransport());
