import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { openLesson } from "./lessons/index.js";

const server = new McpServer({ name: "courses", version: "2.1.0" });

server.registerTool(
  "open_lesson",
  {
    title: "Open lesson",
    description: "Return the text of a lesson.",
    inputSchema: { course: z.string(), lesson: z.string() },
  },
  ({ course, lesson }) =>
    openLesson(course, lesson).then((text) => ({ content: [{ type: "text" as const, text }] })),
);

server.connect(new StdioServerTransport()).catch((error) => {
  console.error(error);
  process.exit(1);
});
