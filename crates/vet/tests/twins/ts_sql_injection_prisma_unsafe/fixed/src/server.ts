import { PrismaClient } from "@prisma/client";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { TicketRepository } from "./tickets.js";

const prisma = new PrismaClient();
const tickets = new TicketRepository(prisma);
const server = new McpServer({ name: "helpdesk", version: "1.8.0" });

const SearchInput = {
  phrase: z.string().min(2).max(200),
  limit: z.number().int().min(1).max(100).default(20),
};

server.registerTool(
  "search_tickets",
  { description: "Full-text search over the subjects of tickets.", inputSchema: SearchInput },
  async ({ phrase, limit }) => {
    try {
      const found = await tickets.search(phrase, limit);
      return { content: [{ type: "text", text: JSON.stringify(found, null, 2) }] };
    } catch (error) {
      console.error("search failed", error);
      return { content: [{ type: "text", text: "search failed" }], isError: true };
    }
  },
);

server.registerTool("count_open_tickets", { description: "Number of open tickets." }, async () => ({
  content: [{ type: "text", text: String(await tickets.open()) }],
}));

process.on("SIGINT", async () => {
  await prisma.$disconnect();
  process.exit(0);
});

await server.connect(new StdioServerTransport());
