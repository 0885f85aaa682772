import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const API = "https://weather.example.com";
const server = new McpServer({ name: "weather", version: "1.0.0" });

server.registerTool(
  "weather",
  { description: "The weather of a city.", inputSchema: { city: z.string(), days: z.number().int().default(3) } },
  async ({ city, days }) => {
    const address = API + "/v1/city/" + encodeURIComponent(city) + "?days=" + days;
    const reply = await fetch(address);
    return { content: [{ type: "text", text: JSON.stringify(await reply.json()) }] };
  },
);

server.registerTool("stations", { description: "All stations." }, async () => {
  const reply = await fetch(API + "/v1/stations");
  return { content: [{ type: "text", text: await reply.text() }] };
});

await server.connect(new StdioServerTransport());
