import { McpServer, type ToolCallback } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import * as contacts from "./contacts.js";

const addShape = { fields: z.record(z.string(), z.string()) };

const addContact: ToolCallback<typeof addShape> = async ({ fields }) => {
  const count = await contacts.insert(fields);
  return { content: [{ type: "text", text: `added ${count}` }] };
};

const server = new McpServer({ name: "contacts", version: "1.0.0" });
server.registerTool("add_contact", { description: "Add a contact.", inputSchema: addShape }, addContact);
server.registerTool("contact_count", { description: "How many contacts there are." }, async () => ({
  content: [{ type: "text", text: String(await contacts.total()) }],
}));

await server.connect(new StdioServerTransport());
