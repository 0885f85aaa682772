import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { InvertSchema, MixSchema } from "./list.js";
import { ToolName } from "./names.js";

const NAMES: Record<string, string> = { black: "#000000", white: "#ffffff", red: "#ff0000" };

const parse = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
const print = (parts: number[]) => `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

export default function installCalling(server: Server): void {
  server.setRequestHandler(CallToolRequestSchema, async (request) => {
    const { name, arguments: args } = request.params;
    switch (name) {
      case ToolName.MIX: {
        const { first, second } = MixSchema.parse(args);
        const other = parse(second);
        return { content: [{ type: "text", text: print(parse(first).map((part, i) => (part + (other[i] ?? 0)) / 2)) }] };
      }
      case ToolName.INVERT: {
        const { color } = InvertSchema.parse(args);
        return { content: [{ type: "text", text: print(parse(color).map((part) => 255 - part)) }] };
      }
      case ToolName.NAMES:
        return { content: [{ type: "text", text: JSON.stringify(NAMES) }] };
      default:
        throw new Error(`Unknown tool: ${name}`);
    }
  });
}
