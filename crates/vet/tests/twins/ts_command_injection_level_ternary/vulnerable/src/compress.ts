import { execSync } from "node:child_process";
import type { Logger } from "./logger.js";

export interface CompressOptions {
  level: string;
  keep: boolean;
}

export class LogCompressor {
  constructor(
    private readonly folder: string,
    private readonly logger: Logger,
  ) {}

  private flags({ level, keep }: CompressOptions): string {
    const strength = level === "best" ? "9" : level === "fast" ? "1" : level;
    return keep ? `-${strength} --keep` : `-${strength}`;
  }

  compress(options: CompressOptions): string {
    const command = `gzip --verbose ${this.flags(options)} *.log 2>&1`;
    this.logger.info("compressing");
    return execSync(command, { cwd: this.folder, encoding: "utf8" });
  }
}
