import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { rules } from "./rules.js";

const server = new Server({ name: "titles", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "capitalize",
      description: "Capitalizes a title.",
      inputSchema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  switch (request.params.name) {
    case "capitalize": {
      const apply = await rules();
      return { content: [{ type: "text", text: apply(String(request.params.arguments?.title ?? "")) }] };
    }
    default:
      throw new Error("unknown tool");
  }
});

await server.connect(new StdioServerTransport());
