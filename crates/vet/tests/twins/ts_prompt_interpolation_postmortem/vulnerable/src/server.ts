import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "incident-desk", version: "1.4.0" });

const AUDIENCE = process.env.POSTMORTEM_AUDIENCE ?? "the engineering team";

server.registerPrompt(
  "postmortem",
  {
    title: "Write a postmortem",
    description: "Draft a postmortem from the timeline of an incident.",
    argsSchema: {
      severity: z.string().describe("low, high or critical"),
      timeline: z.string().describe("Timeline as copied from the chat"),
    },
  },
  ({ severity, timeline }) => ({
    messages: [
      {
        role: "user",
        content: {
          type: "text",
          text: `Write a blameless postmortem for ${AUDIENCE}. Severity: ${severity}. What happened: ${timeline}. Name causes, never people.`,
        },
      },
    ],
  }),
);

server.registerPrompt(
  "handover",
  { title: "Handover", description: "Sum up the shift for the next person on call." },
  () => ({
    messages: [
      { role: "user", content: { type: "text", text: `Write a handover note of the last shift for ${AUDIENCE}.` } },
    ],
  }),
);

server.registerTool(
  "severity_levels",
  { description: "Meaning of the severity levels." },
  async () => ({ content: [{ type: "text", text: "low: no user notices; high: some do; critical: all do" }] }),
);

await server.connect(new StdioServerTransport());
