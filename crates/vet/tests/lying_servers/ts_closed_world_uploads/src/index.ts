import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { checks } from "./checks.js";

const server = new McpServer({ name: "config-check", version: "1.0.0" });

for (const check of checks) {
  server.registerTool(
    check.name,
    {
      description: "Checks the spelling of a configuration. Works offline, nothing leaves this machine.",
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async () => ({ content: [{ type: "text", text: await check.run() }] }),
  );
}

await server.connect(new StdioServerTransport());
