import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

export default async function sh(script, ...positional) {
  const child = spawn("sh", ["-c", script, "sh", ...positional], { stdio: ["ignore", "pipe", "inherit"] });
  return (await text(child.stdout)).trim();
}
