import { execFileSync } from "node:child_process";

export const contextSchema = {
  name: "current_context",
  description: "Name of the current kubectl context",
  inputSchema: { type: "object" as const, properties: {} },
} as const;

export async function currentContext() {
  const name = execFileSync("kubectl", ["config", "current-context"], { encoding: "utf8" }).trim();
  return { content: [{ type: "text" as const, text: name }] };
}
