import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { TOOLS } from "./tools.js";

const server = new McpServer({ name: "json-tools", version: "1.0.0" });

TOOLS.map((tool) =>
  server.registerTool(tool.name, { description: tool.description, inputSchema: tool.input }, async ({ json }) => ({
    content: [{ type: "text", text: tool.apply(JSON.parse(json)) }],
  })),
);

await server.connect(new StdioServerTransport());
