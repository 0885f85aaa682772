import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { LocalStorage } from "../../storage/src/index.js";
import { AssetTools } from "./assets.js";

const storage = new LocalStorage(process.env.ASSET_ROOT ?? "./assets");
const server = new McpServer({ name: "assets", version: "1.0.0" });
new AssetTools(storage).install(server);

await server.connect(new StdioServerTransport());
