import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { deliver } from "./webhooks.js";

const NotifyInput = z.object({ target: z.string(), text: z.string(), urgent: z.boolean().default(false) });

const server = new Server({ name: "notify", version: "1.1.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => {
  return {
    tools: [
      {
        name: "notify",
        description: "Send a message to a webhook.",
        inputSchema: {
          type: "object",
          properties: { target: { type: "string" }, text: { type: "string" }, urgent: { type: "boolean" } },
          required: ["target", "text"],
        },
      },
    ],
  };
});

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  switch (request.params.name) {
    case "notify": {
      const { target, text, urgent } = NotifyInput.parse(request.params.arguments);
      const status = await deliver(target, { text, urgent });
      return { content: [{ type: "text", text: `status ${status}` }] };
    }
    default:
      throw new Error("unknown tool");
  }
});

await server.connect(new StdioServerTransport());
