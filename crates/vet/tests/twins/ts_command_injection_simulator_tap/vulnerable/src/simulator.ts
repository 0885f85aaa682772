import * as cp from "node:child_process";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const sh = (line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    cp.exec(line, { timeout: 5_000 }, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

const device = z
  .string()
  .refine((value) => value.length === 36, "a device id has 36 characters");
const Point = { x: z.string(), y: z.string(), duration: z.string().optional() };

export const server = new McpServer({ name: "simulator", version: "1.3.2" });

server.tool("ui_tap", "Tap on the screen.", { udid: device, ...Point }, async ({ udid, x, y, duration }) => {
  const press = duration === undefined ? "" : ` --duration ${duration}`;
  return text(await sh(`idb ui tap --udid ${udid}${press} ${x} ${y}`));
});

server.tool("booted", "The simulator that runs.", async () => text(await sh("xcrun simctl list devices booted")));

await server.connect(new StdioServerTransport());
