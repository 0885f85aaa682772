import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

type Plugin = { default: (text: string) => string };

async function load(name: string): Promise<Plugin> {
  const specifier = name.includes(":") ? name : `./plugins/${name}.js`;
  return (await import(specifier)) as Plugin;
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
