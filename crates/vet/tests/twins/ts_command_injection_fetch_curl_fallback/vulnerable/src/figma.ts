import { fetchWithRetry } from "./fetch-with-retry.js";

export interface FigmaFile {
  name: string;
  lastModified: string;
  document: unknown;
}

export class FigmaService {
  private readonly baseUrl = "https://api.figma.com/v1";

  constructor(private readonly apiKey: string) {}

  private request<T>(endpoint: string): Promise<T> {
    return fetchWithRetry<T>(`${this.baseUrl}${endpoint}`, { headers: { "X-Figma-Token": this.apiKey } });
  }

  getFile(fileKey: string, depth?: number): Promise<FigmaFile> {
    return this.request<FigmaFile>(`/files/${fileKey}${depth ? `?depth=${depth}` : ""}`);
  }

  me(): Promise<{ handle: string }> {
    return this.request("/me");
  }
}
