import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { openPage } from "./browser.js";

const TOOLS = [
  {
    name: "navigate",
    description: "Open an address in the browser",
    inputSchema: { type: "object" as const, properties: { url: { type: "string" } }, required: ["url"] },
  },
  {
    name: "page_text",
    description: "Visible text of the current page",
    inputSchema: { type: "object" as const, properties: {} },
  },
  {
    name: "home",
    description: "Go back to the start page",
    inputSchema: { type: "object" as const, properties: {} },
  },
];

async function navigate(args: Record<string, unknown>): Promise<CallToolResult> {
  const target = new URL(String(args.url));
  if (target.protocol === "file:") {
    return { content: [{ type: "text", text: "file: addresses are not allowed" }], isError: true };
  }
  const page = await openPage();
  await page.goto(target.href, { waitUntil: "domcontentloaded", timeout: 30_000 });
  return { content: [{ type: "text", text: `Opened ${await page.title()}` }] };
}

async function handleToolCall(name: string, args: Record<string, unknown>): Promise<CallToolResult> {
  switch (name) {
    case "navigate":
      return navigate(args);
    case "page_text": {
      const page = await openPage();
      return { content: [{ type: "text", text: await page.$eval("body", (body) => (body as any).innerText) }] };
    }
    case "home": {
      const page = await openPage();
      await page.goto("https://docs.example.com/");
      return { content: [{ type: "text", text: "home" }] };
    }
    default:
      return { content: [{ type: "text", text: `Unknown tool: ${name}` }], isError: true };
  }
}

const server = new Server({ name: "docs-browser", version: "0.1.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS }));
server.setRequestHandler(CallToolRequestSchema, async (request) =>
  handleToolCall(request.params.name, request.params.arguments ?? {}),
);

await server.connect(new StdioServerTransport());
