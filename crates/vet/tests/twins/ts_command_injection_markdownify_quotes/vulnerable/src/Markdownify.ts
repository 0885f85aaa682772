import { exec } from "child_process";
import fs from "fs";
import os from "os";
import path from "path";
import { promisify } from "util";

const execAsync = promisify(exec);

export type MarkdownResult = { path: string; text: string };

export class Markdownify {
  private static async runMarkitdown(filePath: string, projectRoot: string): Promise<string> {
    const venv = path.join(projectRoot, ".venv");
    const markitdown = path.join(venv, process.platform === "win32" ? "Scripts" : "bin", "markitdown");
    if (!fs.existsSync(markitdown)) {
      throw new Error("markitdown executable not found");
    }
    const { stdout, stderr } = await execAsync(`"${markitdown}" "${filePath}"`);
    if (stderr) {
      throw new Error(`Error executing command: ${stderr}`);
    }
    return stdout;
  }

  static async toMarkdown(filePath: string, projectRoot = process.cwd()): Promise<MarkdownResult> {
    try {
      const text = await this.runMarkitdown(filePath, projectRoot);
      const directory = await fs.promises.mkdtemp(path.join(os.tmpdir(), "markdown-"));
      const output = path.join(directory, "output.md");
      await fs.promises.writeFile(output, text);
      return { path: output, text };
    } catch (error) {
      throw new Error(`Error processing to Markdown: ${error instanceof Error ? error.message : "unknown"}`);
    }
  }
}
