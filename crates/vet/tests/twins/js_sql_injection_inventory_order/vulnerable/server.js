import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { listStock, warehouses } from "./handlers.js";

const TOOLS = [
  {
    name: "list_stock",
    description: "What lies in a warehouse.",
    inputSchema: {
      type: "object",
      properties: { warehouse: { type: "string" }, sort: { type: "string" } },
      required: ["warehouse"],
    },
    handler: listStock,
  },
  { name: "warehouses", description: "All warehouses.", inputSchema: { type: "object" }, handler: warehouses },
];

const server = new Server({ name: "inventory", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: TOOLS.map(({ handler, ...tool }) => tool),
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const tool = TOOLS.find((candidate) => candidate.name === request.params.name);
  if (!tool) throw new Error("unknown tool");
  const result = await tool.handler(request.params.arguments ?? {});
  return { content: [{ type: "text", text: JSON.stringify(result) }] };
});

await server.connect(new StdioServerTransport());
