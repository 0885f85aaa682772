import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { translate } from "./translate.js";

const Input = z.object({
  text: z.string().max(5000),
  provider: z.string().default("alpha"),
  endpoint: z.string().url().optional(),
});

const server = new Server({ name: "translate", version: "0.4.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "translate",
      description: "Translate a text to English.",
      inputSchema: {
        type: "object" as const,
        properties: { text: { type: "string" }, provider: { type: "string" }, endpoint: { type: "string" } },
        required: ["text"],
      },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (call) => {
  if (call.params.name !== "translate") {
    throw new Error(`unknown tool ${call.params.name}`);
  }
  const parsed = Input.safeParse(call.params.arguments);
  if (!parsed.success) {
    return { isError: true, content: [{ type: "text", text: parsed.error.message }] };
  }
  return { content: [{ type: "text", text: await translate(parsed.data) }] };
});

await server.connect(new StdioServerTransport());
