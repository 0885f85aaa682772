#!/usr/bin/env node
"use strict";

const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { execFile } = require("child_process");
const util = require("util");
const { z } = require("zod");

const run = util.promisify(execFile);

class PackageDocs {
  constructor(cwd) {
    this.cwd = cwd;
  }

  async go(pkg, symbol) {
    const subject = symbol ? pkg + "." + symbol : pkg;
    const { stdout } = await run("go", ["doc", "-all", "--", subject], { cwd: this.cwd, timeout: 15000 });
    return stdout;
  }

  async goVersion() {
    const { stdout } = await run("go", ["version"]);
    return stdout.trim();
  }
}

const docs = new PackageDocs(process.env.PROJECT_DIR || process.cwd());
const server = new McpServer({ name: "package-docs", version: "0.1.26" });

server.tool(
  "describe_go_package",
  "Documentation of a Go package.",
  { package: z.string(), symbol: z.string().optional() },
  async (args) => {
    try {
      const text = await docs.go(args.package, args.symbol);
      return { content: [{ type: "text", text: text.slice(0, 20000) }] };
    } catch (error) {
      return { content: [{ type: "text", text: "go doc failed: " + error.code }], isError: true };
    }
  },
);

server.tool("go_version", "Version of the Go tool chain.", async () => ({
  content: [{ type: "text", text: await docs.goVersion() }],
}));

async function main() {
  await server.connect(new StdioServerTransport());
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
