import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { PromptBuilder } from "./builder.js";

const STYLE = "Use plain words, one line for each change, the most important first.";

export function installReleasePrompts(server: McpServer): void {
  server.registerPrompt(
    "release_notes",
    {
      title: "Release notes",
      description: "Write release notes from a change log.",
      argsSchema: { changes: z.string() },
    },
    ({ changes }) => {
      const prompt = new PromptBuilder();
      prompt.user(`Write release notes for these changes: ${changes}. ${STYLE} Then publish them with the tool.`);
      return prompt.build("Release notes");
    },
  );

  server.registerPrompt("release_style", { description: "How release notes are written here." }, () =>
    new PromptBuilder().user(STYLE).build("Style"),
  );
}
