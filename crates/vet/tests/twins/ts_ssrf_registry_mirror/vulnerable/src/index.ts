import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { DEFAULT_REGISTRY, fetchPackage } from "./registry.js";

const server = new McpServer({ name: "npm-info", version: "1.0.0" });

server.registerTool(
  "package_info",
  {
    description: "Description and tags of a package.",
    inputSchema: {
      name: z.string().describe("Name of the package"),
      registry: z.string().default(DEFAULT_REGISTRY).describe("Registry to ask"),
    },
  },
  async ({ name, registry }) => {
    const info = await fetchPackage(name, registry);
    const tags = Object.entries(info["dist-tags"] ?? {}).map(([tag, version]) => `${tag}: ${version}`);
    return { content: [{ type: "text", text: [info.name, info.description ?? "", ...tags].join("\n") }] };
  },
);

server.registerTool(
  "latest_version",
  { description: "Newest version of a package.", inputSchema: { name: z.string() } },
  async ({ name }) => {
    const info = await fetchPackage(name, DEFAULT_REGISTRY);
    return { content: [{ type: "text", text: info["dist-tags"].latest ?? "unknown" }] };
  },
);

await server.connect(new StdioServerTransport());
