#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import fs from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const args = process.argv.slice(2);
if (args.length === 0) {
  console.error("Usage: fs-server <allowed-directory> [more-directories...]");
  process.exit(1);
}

const allowedDirectories = await Promise.all(args.map((dir) => fs.realpath(path.resolve(dir))));

const ReadFileArgs = z.object({ path: z.string(), head: z.number().int().positive().optional() });

function isWithin(directory: string, candidate: string): boolean {
  const relative = path.relative(directory, candidate);
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

async function validatePath(requested: string): Promise<string> {
  const absolute = path.isAbsolute(requested) ? path.resolve(requested) : path.resolve(process.cwd(), requested);
  const real = await fs.realpath(absolute);
  const allowed = allowedDirectories.some((dir) => isWithin(dir, real));
  if (!allowed) {
    throw new Error(`Access denied - path outside allowed directories: ${absolute}`);
  }
  return real;
}

const server = new Server({ name: "fs-server", version: "0.4.1" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "read_file",
      description: "Read a text file from one of the allowed directories.",
      inputSchema: {
        type: "object" as const,
        properties: { path: { type: "string" }, head: { type: "number" } },
        required: ["path"],
      },
    },
    {
      name: "list_allowed_directories",
      description: "Directories that this server may read.",
      inputSchema: { type: "object" as const, properties: {} },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  try {
    switch (request.params.name) {
      case "read_file": {
        const parsed = ReadFileArgs.safeParse(request.params.arguments);
        if (!parsed.success) {
          throw new Error(`Invalid arguments for read_file: ${parsed.error}`);
        }
        const validPath = await validatePath(parsed.data.path);
        const text = await fs.readFile(validPath, "utf-8");
        const shown = parsed.data.head ? text.split("\n").slice(0, parsed.data.head).join("\n") : text;
        return { content: [{ type: "text", text: shown }] };
      }
      case "list_allowed_directories":
        return { content: [{ type: "text", text: allowedDirectories.join("\n") }] };
      default:
        throw new Error(`Unknown tool: ${request.params.name}`);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { content: [{ type: "text", text: `Error: ${message}` }], isError: true };
  }
});

await server.connect(new StdioServerTransport());
