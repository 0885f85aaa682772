import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import pg from "pg";
import { z } from "zod";
import { MemberRepository } from "./db/members.js";

function build(members: MemberRepository): McpServer {
  const server = new McpServer({ name: "members", version: "3.0.0" });
  const json = (value: unknown) => ({ content: [{ type: "text" as const, text: JSON.stringify(value, null, 2) }] });

  server.registerTool(
    "find_member",
    { description: "Find a member by address.", inputSchema: { email: z.string().min(3) } },
    async ({ email }) => json(await members.byEmail(email)),
  );
  server.registerTool(
    "joined_since",
    { description: "Members that joined in or after a year.", inputSchema: { year: z.number().int() } },
    async ({ year }) => json(await members.joinedSince(year)),
  );
  return server;
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
await build(new MemberRepository(pool)).connect(new StdioServerTransport());
