import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const TABLE = "orders";

export interface Order {
  id: number;
  customer: string;
  total: number;
}

export async function ordersOf(customer: string, since: string): Promise<Order[]> {
  const where = "customer = $1 AND created_at >= $2";
  const result = await pool.query<Order>(`SELECT id, customer, total FROM ${TABLE} WHERE ${where}`, [customer, since]);
  return result.rows;
}

export async function orderCount(): Promise<number> {
  const result = await pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${TABLE}`);
  return Number(result.rows[0]?.n ?? 0);
}
