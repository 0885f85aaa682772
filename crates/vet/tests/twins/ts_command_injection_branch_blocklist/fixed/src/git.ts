import { execFileSync } from "node:child_process";

const NAME = /^[A-Za-z0-9][A-Za-z0-9._\/-]{0,99}$/;

export function createBranch(name: string): string {
  if (!NAME.test(name)) throw new Error("not a branch name");
  return execFileSync("git", ["branch", "--", name], { encoding: "utf8" });
}

export function branches(): string {
  return execFileSync("git", ["branch", "--list"], { encoding: "utf8" });
}
