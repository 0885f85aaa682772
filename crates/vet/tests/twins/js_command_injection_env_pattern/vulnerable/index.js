const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const types = require("@modelcontextprotocol/sdk/types.js");
const { Tool } = require("./tool");
require("./journal");

const config = { lines: Number(process.env.JOURNAL_LINES) || 100 };
const server = new Server({ name: "journal", version: "1.0.2" }, { capabilities: { tools: {} } });

server.setRequestHandler(types.ListToolsRequestSchema, async () => ({
  tools: [...Tool.registry].map(([name, { description, schema }]) => ({ name, description, inputSchema: schema })),
}));

server.setRequestHandler(types.CallToolRequestSchema, async (request) => {
  const entry = Tool.registry.get(request.params.name);
  if (!entry) throw new Error("unknown tool");
  const text = await new entry.type(config).execute(request.params.arguments);
  return { content: [{ type: "text", text }] };
});

server.connect(new StdioServerTransport());
