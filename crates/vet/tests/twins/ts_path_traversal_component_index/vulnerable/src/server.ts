import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const COMPONENTS = join(process.cwd(), "packages", "ui", "src", "components");

interface ComponentEntry {
  name: string;
  source: string;
  story?: string;
}

function buildIndex(): Map<string, ComponentEntry> {
  const index = new Map<string, ComponentEntry>();
  for (const entry of readdirSync(COMPONENTS, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const story = join(COMPONENTS, entry.name, `${entry.name}.stories.tsx`);
    index.set(entry.name, {
      name: entry.name,
      source: join(COMPONENTS, entry.name, "index.tsx"),
      story: existsSync(story) ? story : undefined,
    });
  }
  return index;
}

const components = buildIndex();
const server = new McpServer({ name: "design-system", version: "0.11.2" });

server.registerTool(
  "list_components",
  { description: "Names of the components of the design system." },
  async () => ({ content: [{ type: "text", text: [...components.keys()].sort().join("\n") }] }),
);

server.registerTool(
  "get_component_source",
  {
    description: "Source of a component, optionally with its story.",
    inputSchema: { component: z.string(), story: z.boolean().optional() },
  },
  async ({ component, story }) => {
    const file = story
      ? join(COMPONENTS, component, `${component}.stories.tsx`)
      : join(COMPONENTS, component, "index.tsx");
    return { content: [{ type: "text", text: readFileSync(file, "utf8") }] };
  },
);

await server.connect(new StdioServerTransport());
