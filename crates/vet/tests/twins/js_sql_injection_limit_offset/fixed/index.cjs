const Database = require("better-sqlite3");
const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const types = require("@modelcontextprotocol/sdk/types.js");

class Archive {
  constructor(file) {
    this.db = new Database(file, { readonly: true });
  }

  search({ phrase, page }) {
    const offset = Number.parseInt(page, 10) * 20 || 0;
    const rows = this.db.prepare(`SELECT id, body FROM messages WHERE body = ? LIMIT 20 OFFSET ${offset}`);
    return rows.all(phrase);
  }

  count() {
    return this.db.prepare("SELECT count(*) AS n FROM messages").get().n;
  }
}

const archive = new Archive(process.env.ARCHIVE || "archive.db");
const ToolName = Object.freeze({ SEARCH: "search_messages", COUNT: "count_messages" });

const handlers = new Map([
  [ToolName.SEARCH, (args) => archive.search(args)],
  [ToolName.COUNT, () => archive.count()],
]);

const server = new Server({ name: "archive", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(types.ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: ToolName.SEARCH,
      description: "Search the archive.",
      inputSchema: { type: "object", properties: { phrase: { type: "string" }, page: { type: "number" } } },
    },
    { name: ToolName.COUNT, description: "How many messages there are.", inputSchema: { type: "object" } },
  ],
}));

server.setRequestHandler(types.CallToolRequestSchema, async (request) => {
  const handler = handlers.get(request.params.name);
  if (handler === undefined) throw new Error("unknown tool");
  return { content: [{ type: "text", text: JSON.stringify(await handler(request.params.arguments || {})) }] };
});

server.connect(new StdioServerTransport());
