import fs from "node:fs/promises";
import path from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";

export interface Config {
  outputDir: string;
  executablePath: string;
}

function sanitizeForFilePath(name: string): string {
  return path.basename(name).replace(/[^A-Za-z0-9_-]+/g, "-");
}

export class Context {
  private browser?: Browser;
  private page?: Page;

  constructor(private readonly config: Config) {}

  async currentPage(): Promise<Page> {
    if (!this.page) {
      this.browser = await puppeteer.launch({ executablePath: this.config.executablePath, headless: true });
      this.page = await this.browser.newPage();
    }
    return this.page;
  }

  async outputFile(name: string, extension: string): Promise<string> {
    await fs.mkdir(this.config.outputDir, { recursive: true });
    return path.join(this.config.outputDir, `${sanitizeForFilePath(name)}.${extension}`);
  }

  async close(): Promise<void> {
    await this.browser?.close();
    this.browser = undefined;
    this.page = undefined;
  }
}
