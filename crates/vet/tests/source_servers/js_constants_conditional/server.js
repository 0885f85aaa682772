import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { COUNT, GET, LIST } from "./definitions.js";
import * as handlers from "./handlers.js";

const definitions = [LIST, GET];
const table = new Map([
  [LIST.name, handlers.list],
  [GET.name, handlers.get],
]);

if (process.env.NOTES_STATISTICS !== "off") {
  definitions.push(COUNT);
  table.set(COUNT.name, handlers.count);
}

const server = new Server({ name: "notes", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: definitions }));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const handler = table.get(request.params.name);
  if (!handler) throw new Error(`Unknown tool: ${request.params.name}`);
  const result = await handler(request.params.arguments ?? {});
  return { content: [{ type: "text", text: JSON.stringify(result) }] };
});

await server.connect(new StdioServerTransport());
