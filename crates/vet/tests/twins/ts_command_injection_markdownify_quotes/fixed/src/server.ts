import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequest, CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Markdownify } from "./Markdownify.js";
import * as tools from "./tools.js";

export function createServer() {
  const server = new Server({ name: "mcp-markdownify", version: "0.0.1" }, { capabilities: { tools: {} } });

  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: Object.values(tools) }));

  server.setRequestHandler(CallToolRequestSchema, async (request: CallToolRequest) => {
    const { name, arguments: args } = request.params;
    switch (name) {
      case tools.PDFToMarkdownTool.name:
      case tools.DocxToMarkdownTool.name: {
        if (!args?.filepath) {
          throw new Error("File path is required");
        }
        const result = await Markdownify.toMarkdown(args.filepath as string);
        return { content: [{ type: "text", text: `Output file: ${result.path}` }, { type: "text", text: result.text }] };
      }
      default:
        throw new Error("Tool not found");
    }
  });

  return server;
}

createServer().connect(new StdioServerTransport()).catch(console.error);
