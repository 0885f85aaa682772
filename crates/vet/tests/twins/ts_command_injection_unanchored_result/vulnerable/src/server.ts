import { exec } from "node:child_process";
import { promisify } from "node:util";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { packageSpec } from "./validation/index.js";

const sh = promisify(exec);
const server = new McpServer({ name: "package-size", version: "0.2.0" });
const reply = (text: string, isError = false) => ({ content: [{ type: "text" as const, text }], isError });

server.registerTool(
  "package_size",
  {
    description: "Unpacked size of a published package.",
    inputSchema: { name: z.string().max(214), version: z.string() },
  },
  async ({ name, version }) => {
    const spec = packageSpec(name, version);
    if (!spec.ok) return reply(spec.error, true);
    const { stdout } = await sh(`npm view ${spec.value} dist.unpackedSize`);
    return reply(stdout.trim() || "unknown");
  },
);

server.registerTool("npm_version", { description: "Version of npm on this machine." }, async () => {
  const { stdout } = await sh("npm --version");
  return reply(stdout.trim());
});

await server.connect(new StdioServerTransport());
