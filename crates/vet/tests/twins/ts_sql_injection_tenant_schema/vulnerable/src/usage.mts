import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createPool, type RowDataPacket } from "mysql2/promise";
import * as z from "zod";

const db = createPool({ uri: process.env["USAGE_DB"] ?? "mysql://localhost/usage" });

const TENANT = /[a-z_]+/g;
const Tenant = z.string();

function schemaOf(tenant: string): string {
  if (!TENANT.test(tenant)) throw new RangeError("no such tenant");
  return `tenant_${tenant}`;
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
