#!/usr/bin/env node
"use strict";

const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { CallToolRequestSchema, ListToolsRequestSchema } = require("@modelcontextprotocol/sdk/types.js");
const docs = require("./lib/docs");

const server = new Server({ name: "docs", version: "0.2.3" }, { capabilities: { tools: {} } });

const page = { type: "object", properties: { page: { type: "string" } }, required: ["page"] };

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    { name: "list_docs", description: "Names of the pages.", inputSchema: { type: "object", properties: {} } },
    { name: "read_doc", description: "Text of one page.", inputSchema: page },
  ],
}));

const handlers = {
  list_docs: () => docs.listPages().join("\n"),
  read_doc: (args) => {
    const text = docs.readPage(args.page);
    return args.outline ? docs.headings(text).join("\n") : text;
  },
};

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args = {} } = request.params;
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  if (!handler) {
    throw new Error(`Unknown tool ${name}`);
  }
  return { content: [{ type: "text", text: handler(args) }] };
});

server.connect(new StdioServerTransport()).catch((error) => {
  console.error(error);
  process.exit(1);
});
