export interface Storage {
  put(key: string, data: Buffer): Promise<void>;
  keys(): Promise<string[]>;
}
