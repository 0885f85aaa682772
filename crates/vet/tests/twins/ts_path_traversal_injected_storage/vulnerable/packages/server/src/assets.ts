import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import type { Storage } from "../../storage/src/index.js";

export class AssetTools {
  constructor(private readonly storage: Storage) {}

  install(server: McpServer): void {
    server.tool("put_asset", "Store an asset.", { key: z.string().min(1), base64: z.string() }, async (args) => {
      await this.storage.put(args.key, Buffer.from(args.base64, "base64"));
      return { content: [{ type: "text", text: `stored ${args.key}` }] };
    });
    server.tool("list_assets", "Names of the assets.", async () => ({
      content: [{ type: "text", text: (await this.storage.keys()).join("\n") }],
    }));
  }
}
