#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "pick-one", version: "1.0.3" });

server.tool("pick", "Pick one of several things.", { things: z.array(z.string()).min(1) }, async ({ things }) => ({
  content: [{ type: "text", text: things[Math.floor(Math.random() * things.length)] }],
}));

await server.connect(new StdioServerTransport());
