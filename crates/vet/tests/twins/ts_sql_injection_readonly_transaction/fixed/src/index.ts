#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import pg from "pg";

const databaseUrl = process.argv[2];
if (!databaseUrl) {
  console.error("Please provide a database URL as a command-line argument");
  process.exit(1);
}

const pool = new pg.Pool({ connectionString: databaseUrl });
const server = new Server({ name: "pg-inspector", version: "0.6.0" }, { capabilities: { tools: {} } });

async function readOnly<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN TRANSACTION READ ONLY");
    return await work(client);
  } finally {
    client.query("ROLLBACK").catch((error) => console.warn("Could not roll back transaction:", error));
    client.release();
  }
}

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    { name: "list_tables", description: "Tables of the public schema", inputSchema: { type: "object" as const } },
    {
      name: "list_indexes",
      description: "Indexes of a table",
      inputSchema: { type: "object" as const, properties: { table: { type: "string" } }, required: ["table"] },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  if (request.params.name === "list_tables") {
    const result = await readOnly((client) =>
      client.query("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"),
    );
    return { content: [{ type: "text", text: result.rows.map((row) => row.table_name).join("\n") }] };
  }
  if (request.params.name === "list_indexes") {
    const table = request.params.arguments?.table as string;
    const result = await readOnly((client) =>
      client.query("SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename = $1", [table]),
    );
    return { content: [{ type: "text", text: JSON.stringify(result.rows, null, 2) }] };
  }
  throw new Error(`Unknown tool: ${request.params.name}`);
});

await server.connect(new StdioServerTransport());
