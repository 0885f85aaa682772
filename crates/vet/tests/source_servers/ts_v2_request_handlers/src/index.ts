import { Server, type Tool } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

const Body = z.object({ kilograms: z.number().positive(), centimetres: z.number().positive() });
type Body = z.infer<typeof Body>;

const inputSchema = {
  type: "object" as const,
  properties: { kilograms: { type: "number" }, centimetres: { type: "number" } },
  required: ["kilograms", "centimetres"],
};

const catalog = {
  bmi: {
    description: "Body mass index.",
    compute: ({ kilograms, centimetres }: Body) => kilograms / (centimetres / 100) ** 2,
  },
  body_water: {
    description: "Litres of water in a body, by a rule of thumb.",
    compute: ({ kilograms }: Body) => kilograms * 0.6,
  },
};

const server = new Server({ name: "body", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler("tools/list", async () => ({
  tools: Object.entries(catalog).map(([name, { description }]): Tool => ({ name, description, inputSchema })),
}));

server.setRequestHandler("tools/call", async ({ params }) => {
  const entry = Object.entries(catalog).find(([name]) => name === params.name);
  if (entry === undefined) throw new Error(`unknown tool ${params.name}`);
  const [, { compute }] = entry;
  return { content: [{ type: "text", text: compute(Body.parse(params.arguments)).toFixed(1) }] };
});

await server.connect(new StdioServerTransport());
