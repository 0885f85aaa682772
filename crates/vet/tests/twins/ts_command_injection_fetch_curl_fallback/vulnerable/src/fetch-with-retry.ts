import { exec } from "node:child_process";
import { promisify } from "node:util";

const execAsync = promisify(exec);

type Options = { headers?: Record<string, string> };

export async function fetchWithRetry<T>(url: string, options: Options = {}): Promise<T> {
  try {
    const response = await fetch(url, options);
    if (!response.ok) {
      throw new Error(`Fetch failed with status ${response.status}: ${response.statusText}`);
    }
    return (await response.json()) as T;
  } catch (fetchError) {
    console.error("fetch failed, trying curl; a corporate proxy may be in between");
    const headers = formatHeaders(options.headers);
    const { stdout } = await execAsync(`curl -s -S --fail-with-body -L ${headers.join(" ")} "${url}"`);
    if (stdout.length === 0) {
      throw fetchError;
    }
    return JSON.parse(stdout) as T;
  }
}

function formatHeaders(headers: Record<string, string> = {}): string[] {
  return Object.entries(headers).map(([key, value]) => `-H "${key}: ${value}"`);
}
