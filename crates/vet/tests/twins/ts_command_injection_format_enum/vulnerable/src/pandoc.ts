import { execSync, type ExecSyncOptions } from "node:child_process";

export abstract class Converter {
  protected abstract readonly program: string;

  protected invoke(flags: readonly string[], input: string): string {
    const options: ExecSyncOptions = { input, encoding: "utf8", maxBuffer: 1 << 24 };
    return String(execSync([this.program, ...flags].join(" "), options));
  }
}

export class Pandoc extends Converter {
  protected readonly program = "pandoc";

  convert(source: string, format: string, standalone: boolean): string {
    const flags = ["--from", "markdown", "--to", format];
    if (standalone) flags.push("--standalone");
    return this.invoke(flags, source);
  }

  version(): string {
    return this.invoke(["--version"], "");
  }
}
