import fs from "node:fs/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { Context } from "./context.js";

const context = new Context({
  outputDir: process.env.BROWSER_OUTPUT_DIR ?? "/tmp/browser-output",
  executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
});

const server = new McpServer({ name: "browser", version: "1.3.0" });

server.registerTool(
  "browser_screenshot",
  {
    title: "Take a screenshot",
    description: "Save a screenshot of the current page in the output directory.",
    inputSchema: {
      filename: z.string().optional().describe("Name of the file, without extension"),
      fullPage: z.boolean().default(false),
    },
  },
  async ({ filename, fullPage }) => {
    const page = await context.currentPage();
    const image = await page.screenshot({ fullPage, type: "png" });
    const file = await context.outputFile(filename ?? `page-${Date.now()}`, "png");
    await fs.writeFile(file, image);
    return { content: [{ type: "text", text: `Saved ${file}` }] };
  },
);

server.registerTool(
  "browser_close",
  { title: "Close browser", description: "Close the page and the browser." },
  async () => {
    await context.close();
    return { content: [{ type: "text", text: "closed" }] };
  },
);

await server.connect(new StdioServerTransport());
