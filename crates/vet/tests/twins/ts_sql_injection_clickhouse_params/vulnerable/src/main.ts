import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { errorRate, services } from "./queries.js";

const server = new McpServer({ name: "observability", version: "3.1.0" });

server.registerTool(
  "error_rate",
  {
    title: "Error rate",
    description: "Errors of a service for every hour of a period.",
    inputSchema: {
      service: z.string(),
      from: z.string().describe("Begin, as 2025-01-31 00:00:00"),
      to: z.string().describe("End, as 2025-02-01 00:00:00"),
    },
    annotations: { readOnlyHint: true },
  },
  async ({ service, from, to }) => {
    const rows = await errorRate(service, from, to);
    const lines = rows.map((row) => `${row.hour}\t${row.errors}/${row.total}`);
    return { content: [{ type: "text", text: lines.join("\n") || "no requests" }] };
  },
);

server.registerTool("list_services", { description: "Names of the services." }, async () => ({
  content: [{ type: "text", text: (await services()).join("\n") }],
}));

server.connect(new StdioServerTransport()).catch((error) => {
  console.error(error);
  process.exit(1);
});
