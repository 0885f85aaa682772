import type { Pool } from "pg";

export abstract class Repository<T> {
  protected abstract readonly table: string;

  constructor(private readonly pool: Pool) {}

  protected async find(condition: string, values: unknown[] = []): Promise<T[]> {
    const text = `SELECT * FROM ${this.table} WHERE ${condition} LIMIT 50`;
    const result = await this.pool.query(text, values);
    return result.rows as T[];
  }
}
