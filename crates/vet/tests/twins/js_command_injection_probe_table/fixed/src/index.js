import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { tools } from "./tools.js";

const server = new Server({ name: "media", version: "1.4.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.entries(tools).map(([name, { description, inputSchema }]) => ({ name, description, inputSchema })),
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const tool = tools[params.name];
  if (!tool) throw new Error(`No tool is named ${params.name}`);
  const text = await tool.run(params.arguments ?? {});
  return { content: [{ type: "text", text }] };
});

await server.connect(new StdioServerTransport());
