import { spawn, type SpawnOptionsWithoutStdio } from "node:child_process";

const OPTIONS: SpawnOptionsWithoutStdio = { shell: true, timeout: 60_000 };

export function start(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, OPTIONS);
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.on("error", reject);
    child.on("close", () => resolve(out));
  });
}
