import mysql from "mysql2/promise";

const pool = mysql.createPool(process.env.INVENTORY_URL ?? "mysql://localhost/inventory");
const COLUMNS = new Map([["name", "name"], ["quantity", "qty"], ["price", "price_cents"]]);

export async function listStock(args) {
  const column = COLUMNS.get((args.sort ?? "name").trim());
  if (column === undefined) {
    throw new Error("cannot sort by that column");
  }
  const sql = "SELECT sku, name, qty FROM stock WHERE warehouse = ? ORDER BY " + column;
  const [rows] = await pool.query(sql, [args.warehouse]);
  return rows;
}

export async function warehouses() {
  const [rows] = await pool.query("SELECT DISTINCT warehouse FROM stock ORDER BY " + "warehouse");
  return rows;
}
