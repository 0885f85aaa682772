import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import * as git from "./git.js";

async function main() {
  const server = new McpServer({ name: "branches", version: "1.0.0" });

  server.tool("create_branch", "Create a branch.", { name: z.string().min(1) }, async (args) => ({
    content: [{ type: "text", text: git.createBranch(args.name) }],
  }));
  server.tool("list_branches", "List the branches.", async () => ({
    content: [{ type: "text", text: git.branches() }],
  }));

  await server.connect(new StdioServerTransport());
}

main().catch(() => process.exit(1));
