import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { probe } from "./probe.js";
import { version } from "./guard.js";

enum Tools {
  Probe = "probe_endpoint",
  Stack = "network_stack",
}

const server = new Server({ name: "probe", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: Tools.Probe,
      description: "Say what status an endpoint answers with.",
      inputSchema: { type: "object", properties: { target: { type: "string" } }, required: ["target"] },
    },
    { name: Tools.Stack, description: "Which network stack is used.", inputSchema: { type: "object" } },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: given } = request.params;
  if (name === Tools.Probe) {
    return { content: [{ type: "text", text: `status ${await probe(String(given?.["target"]))}` }] };
  }
  if (name === Tools.Stack) {
    return { content: [{ type: "text", text: await version("localhost") }] };
  }
  throw new Error(`unknown tool ${name}`);
});

void server.connect(new StdioServerTransport());
