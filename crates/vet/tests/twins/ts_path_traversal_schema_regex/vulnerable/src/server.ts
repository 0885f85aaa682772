import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { actions } from "./actions.js";
import { inputs, type ToolName } from "./schemas.js";

const server = new Server({ name: "snapshots", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: (Object.keys(inputs) as ToolName[]).map((name) => ({
    name,
    description: name.replace("_", " "),
    inputSchema: { type: "object" as const, ...(z.toJSONSchema(inputs[name]) as object) },
  })),
}));

server.setRequestHandler(CallToolRequestSchema, async (request): Promise<CallToolResult> => {
  const name = request.params.name as ToolName;
  if (!Object.hasOwn(inputs, name)) throw new Error(`unknown tool ${name}`);
  const input = inputs[name].parse(request.params.arguments ?? {});
  const text = await actions[name](input as never);
  return { content: [{ type: "text", text }] };
});

await server.connect(new StdioServerTransport());
