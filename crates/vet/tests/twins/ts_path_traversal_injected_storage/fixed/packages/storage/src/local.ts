import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Storage } from "./storage.js";

export class LocalStorage implements Storage {
  private readonly root: string;

  constructor(root: string) {
    this.root = path.resolve(root);
  }

  private locate(key: string): string {
    const file = path.resolve(this.root, key);
    if (!file.startsWith(this.root + path.sep)) {
      throw new Error(`key leaves the storage: ${key}`);
    }
    return file;
  }

  async put(key: string, data: Buffer): Promise<void> {
    const file = this.locate(key);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, data, { flag: "w" });
  }

  async keys(): Promise<string[]> {
    return readdir(this.root);
  }
}
