import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createPool, type RowDataPacket } from "mysql2/promise";
import * as z from "zod";

const db = createPool({ uri: process.env["USAGE_DB"] ?? "mysql://localhost/usage" });

const SCHEMAS = { acme: "tenant_acme", globex: "tenant_globex" } as const;
const Tenant = z.enum(["acme", "globex"]);

function schemaOf(tenant: keyof typeof SCHEMAS): string {
  return SCHEMAS[tenant];
}

const server = new McpServer({ name: "usage", version: "0.0.3" });

server.registerTool(
  "tenant_usage",
  { description: "Usage of a tenant in a month.", inputSchema: z.object({ tenant: Tenant, month: z.string() }) },
  async ({ tenant, month }) => {
    const statement = `SELECT day, calls FROM ${schemaOf(tenant)}.usage_days WHERE month = ? ORDER BY day`;
    const [rows] = await db.execute<RowDataPacket[]>(statement, [month]);
    return { content: [{ type: "text", text: rows.map((row) => `${row["day"]}: ${row["calls"]}`).join("\n") }] };
  },
);

await server.connect(new StdioServerTransport());
