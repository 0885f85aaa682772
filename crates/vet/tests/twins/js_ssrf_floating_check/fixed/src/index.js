import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { announcements, readFeed } from "./feed.js";

const server = new McpServer({ name: "feeds", version: "0.8.2" });
const asText = (lines) => ({ content: [{ type: "text", text: lines.join("\n") }] });

server.tool("read_feed", "Titles of a feed.", { address: z.string().url() }, ({ address }) =>
  readFeed(address).then(asText),
);

server.tool("announcements", "Titles of our own news.", () => announcements().then(asText));

await server.connect(new StdioServerTransport());
