const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { z } = require("zod");

const server = new McpServer({ name: "settings", version: "1.0.0" });
const current = { theme: "light", size: 12 };

function readLoose(text) {
  const parsed = JSON.parse(text);
  if (parsed === null || typeof parsed !== "object") throw new TypeError("settings are an object");
  return parsed;
}

server.tool("load_settings", "Load settings from an object.", { text: z.string() }, async ({ text }) => {
  const { theme, size } = readLoose(text);
  if (typeof theme === "string") current.theme = theme;
  if (typeof size === "number") current.size = size;
  return { content: [{ type: "text", text: JSON.stringify(current) }] };
});

server.tool("show_settings", "Show the settings.", async () => ({
  content: [{ type: "text", text: JSON.stringify(current) }],
}));

server.connect(new StdioServerTransport());
