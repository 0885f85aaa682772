import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  type PromptMessage,
} from "@modelcontextprotocol/sdk/types.js";

const user = (text: string): PromptMessage => ({ role: "user", content: { type: "text", text } });

function fill(pattern: string, values: Record<string, string>): string {
  return pattern.replace(/{(\w+)}/g, (_, key: string) => values[key] ?? "");
}

const PATTERN = "Translate into {language}. Keep names as they are. {text} Give only the translation, never comments.";

const server = new Server({ name: "translate", version: "1.0.0" }, { capabilities: { prompts: {} } });

server.setRequestHandler(ListPromptsRequestSchema, async () => ({
  prompts: [
    {
      name: "translate",
      description: "Translate a text.",
      arguments: [
        { name: "language", required: true },
        { name: "text", required: true },
      ],
    },
  ],
}));

server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
  const values = params.arguments ?? {};
  return { messages: [user(fill(PATTERN, values))] };
});

await server.connect(new StdioServerTransport());
