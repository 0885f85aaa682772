import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { registerBase64, registerHashTool, registerRandom } from "./tools/index.js";

const registrations = [registerHashTool, registerRandom, registerBase64];

export const createServer = () => {
  const server = new McpServer({ name: "crypto-helpers", version: "3.0.0" });
  registrations.forEach((register) => register(server));
  return { server, cleanup: () => server.close() };
};
