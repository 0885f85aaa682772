import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { start } from "./runner.js";

const server = new Server({ name: "lint", version: "0.1.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "lint_file",
      description: "Lint one file of the project.",
      inputSchema: { type: "object", properties: { file: { type: "string" } }, required: ["file"] },
    },
    { name: "lint_version", description: "Version of the linter.", inputSchema: { type: "object" } },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  if (params.name === "lint_file") {
    const file = String(params.arguments?.file);
    const report = await start("eslint", ["--format", "compact", "--", file]);
    return { content: [{ type: "text", text: report }] };
  }
  if (params.name === "lint_version") {
    return { content: [{ type: "text", text: await start("eslint", ["--version"]) }] };
  }
  throw new Error(`no tool ${params.name}`);
});

async function main(): Promise<void> {
  await server.connect(new StdioServerTransport());
}

void main();
