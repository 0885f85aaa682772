"use strict";

const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { z } = require("zod");
const locales = require("./lib/locales")();

const descriptors = [
  ["translation", "Look a translation up.", { locale: z.string().optional(), key: z.string() }],
  ["fallback", "The messages of the fallback language.", {}],
];

const server = new McpServer({ name: "locales", version: "1.2.3" });

for (const [name, description, shape] of descriptors) {
  server.registerTool(name, { description, inputSchema: shape }, async (args) => ({
    content: [{ type: "text", text: JSON.stringify(locales[name](args)) }],
  }));
}

server.connect(new StdioServerTransport()).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
