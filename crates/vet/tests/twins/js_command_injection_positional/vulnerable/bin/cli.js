#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { tools } from "../src/tools.js";

const server = new Server({ name: "word-count", version: "0.2.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.entries(tools).map(([name, { description, inputSchema }]) => ({ name, description, inputSchema })),
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
  if (!Object.hasOwn(tools, name)) throw new Error(`unknown tool ${name}`);
  return { content: [{ type: "text", text: await tools[name].call(args) }] };
});

await server.connect(new StdioServerTransport());
