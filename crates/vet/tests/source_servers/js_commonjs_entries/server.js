const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { z } = require("zod");
const tools = require("./tools");

const server = new McpServer({ name: "project-facts", version: "1.1.0" });

for (const [name, tool] of Object.entries(tools)) {
  const inputSchema = Object.fromEntries(Object.entries(tool.input).map(([key, make]) => [key, make({ z })]));
  server.registerTool(name, { description: tool.description, inputSchema }, async (args) => {
    const text = await tool.handler(args);
    return { content: [{ type: "text", text }] };
  });
}

server.connect(new StdioServerTransport());
