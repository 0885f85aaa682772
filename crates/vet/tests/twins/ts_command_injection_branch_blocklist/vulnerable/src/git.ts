import { execSync } from "node:child_process";

const FORBIDDEN = [";", "&&", "|", "$(", "rm "];

export function createBranch(name: string): string {
  for (const word of FORBIDDEN) {
    if (name.includes(word)) throw new Error(`forbidden: ${word}`);
  }
  return execSync(`git branch ${name}`, { encoding: "utf8" });
}

export function branches(): string {
  return execSync("git branch --list", { encoding: "utf8" });
}
