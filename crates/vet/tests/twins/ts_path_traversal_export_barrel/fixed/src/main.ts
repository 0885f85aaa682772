import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { exportChart } from "./tools.js";

const server = new McpServer({ name: "charts", version: "0.3.1" });
server.registerTool(exportChart.name, exportChart.config, exportChart.run);

await server.connect(new StdioServerTransport());
