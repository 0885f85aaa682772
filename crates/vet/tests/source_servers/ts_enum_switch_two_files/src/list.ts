import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { ToolName } from "./names.js";

export const Color = z.string().regex(/^#[0-9a-f]{6}$/i);
export const MixSchema = z.object({ first: Color, second: Color });
export const InvertSchema = z.object({ color: Color });

const schema = (shape: z.ZodType) => z.toJSONSchema(shape) as Tool["inputSchema"];

export function installListing(server: Server): void {
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const tools: Tool[] = [
      { name: ToolName.MIX, description: "Mix two colors.", inputSchema: schema(MixSchema) },
      { name: ToolName.INVERT, description: "Invert a color.", inputSchema: schema(InvertSchema) },
    ];
    tools.push({ name: ToolName.NAMES, description: "Names of colors.", inputSchema: { type: "object" } });
    return { tools };
  });
}
