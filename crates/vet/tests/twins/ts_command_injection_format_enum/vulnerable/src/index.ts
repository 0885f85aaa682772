import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import * as z from "zod/v4";
import { Pandoc } from "./pandoc.js";

const pandoc = new Pandoc();

const Format = z.string().min(2).max(30).describe("html, latex or rst");

export function createServer(): McpServer {
  const server = new McpServer({ name: "convert", version: "2.0.0" });
  server.registerTool(
    "convert_document",
    {
      title: "Convert",
      description: "Convert Markdown to another format.",
      inputSchema: z.object({ markdown: z.string(), format: Format, standalone: z.boolean().default(false) }),
    },
    async ({ markdown, format, standalone }) => ({
      content: [{ type: "text", text: pandoc.convert(markdown, format, standalone) }],
    }),
  );
  server.registerTool("converter_version", { description: "Version of the converter." }, async () => ({
    content: [{ type: "text", text: pandoc.version() }],
  }));
  return server;
}

await createServer().connect(new StdioServerTransport());
