import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { createPolicy } from "./policy.js";

const check = createPolicy("partners.example.com");

const tools = [
  {
    name: "fetch_json",
    config: { description: "Fetch a document of a partner.", inputSchema: { address: z.string().url() } },
    handler: async ({ address }) => {
      await check(address);
      const reply = await fetch(address, { headers: { accept: "application/json" }, redirect: "error" });
      return { content: [{ type: "text", text: JSON.stringify(await reply.json()) }] };
    },
  },
  {
    name: "partner_list",
    config: { description: "Names of the partners." },
    handler: async () => {
      const reply = await fetch("https://directory.partners.example.com/list");
      return { content: [{ type: "text", text: await reply.text() }] };
    },
  },
];

export default async function serve(transport = new StdioServerTransport()) {
  const server = new McpServer({ name: "partners", version: "1.0.0" });
  tools.forEach((tool) => server.registerTool(tool.name, tool.config, tool.handler));
  await server.connect(transport);
}

await serve();
