import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

type Plugin = { default: (text: string) => string };

const loaders: Record<string, (() => Promise<Plugin>) | undefined> = Object.assign(Object.create(null), {
  upper: () => import("./plugins/upper.js"),
  reverse: () => import("./plugins/reverse.js"),
});

async function load(name: string): Promise<Plugin> {
  const loader = loaders[name];
  if (loader === undefined) throw new Error(`no plugin ${name}`);
  return loader();
}

const server = new McpServer({ name: "plugins", version: "1.0.0" });

server.registerTool(
  "run_plugin",
  { description: "Run a text plugin.", inputSchema: { plugin: z.string(), text: z.string() } },
  async ({ plugin, text }) => {
    const { default: apply } = await load(plugin);
    return { content: [{ type: "text", text: apply(text) }] };
  },
);

await server.connect(new StdioServerTransport());
