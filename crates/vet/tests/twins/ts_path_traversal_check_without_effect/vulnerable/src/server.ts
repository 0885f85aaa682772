import { readdir, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { ASSETS, isInsideAssets } from "./guard.js";

const server = new McpServer({ name: "asset-manager", version: "2.0.0" });

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

server.tool("list_assets", "List the assets of the site.", {}, async () => {
  const names = await readdir(ASSETS);
  const rows = await Promise.all(
    names.map(async (name) => `${name}\t${(await stat(path.join(ASSETS, name))).size}`),
  );
  return text(rows.join("\n"));
});

server.tool(
  "delete_asset",
  "Delete one asset of the site.",
  { name: z.string().min(1).describe("Path of the asset, relative to the assets directory") },
  async ({ name }) => {
    const target = path.resolve(ASSETS, name);
    if (!isInsideAssets(target)) {
      console.error(`[asset-manager] suspicious path: ${target}`);
    }
    try {
      await unlink(target);
    } catch (error) {
      return { ...text(`Could not delete ${name}: ${(error as Error).message}`), isError: true };
    }
    return text(`Deleted ${name}`);
  },
);

async function main() {
  await server.connect(new StdioServerTransport());
  console.error("asset-manager running on stdio");
}

main().catch((error) => {
  console.error("Fatal error:", error);
  process.exit(1);
});
