import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { installReleasePrompts } from "./prompts/release.js";

const server = new McpServer({ name: "releases", version: "0.6.0" });
installReleasePrompts(server);

await server.connect(new StdioServerTransport());
