import { z } from "zod";

interface JsonTool {
  name: string;
  description: string;
  input: { json: z.ZodString };
  apply(value: unknown): string;
}

const input = { json: z.string().max(1_000_000).describe("a JSON document") };

const minify: JsonTool = {
  name: "json_minify",
  description: "Write JSON without white space.",
  input,
  apply: (value) => JSON.stringify(value),
};

export const TOOLS: readonly JsonTool[] = [
  {
    name: "json_format",
    description: "Write JSON with indentation.",
    input,
    apply: (value) => JSON.stringify(value, null, 2),
  },
  minify,
  {
    name: "json_keys",
    description: "The keys of a JSON object.",
    input,
    apply(value) {
      return value !== null && typeof value === "object" ? Object.keys(value).join("\n") : "";
    },
  },
];
