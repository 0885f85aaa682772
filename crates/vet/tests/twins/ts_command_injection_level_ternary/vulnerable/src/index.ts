#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { LogCompressor } from "./compress.js";
import { stderrLogger } from "./logger.js";

const folder = process.argv[2] ?? "/var/log/app";
const compressor = new LogCompressor(folder, stderrLogger);
const server = new McpServer({ name: "log-compress", version: "0.0.4" });

server.tool(
  "compress_logs",
  "Compress the logs of the application.",
  {
    level: z.string().default("6").describe("best, fast or a number from 1 to 9"),
    keep: z.boolean().default(true),
  },
  async (options) => ({ content: [{ type: "text", text: compressor.compress(options) }] }),
);

async function main(): Promise<void> {
  await server.connect(new StdioServerTransport());
}

void main();
