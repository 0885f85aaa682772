import mysql from "mysql2/promise";

const pool = mysql.createPool(process.env.INVENTORY_URL ?? "mysql://localhost/inventory");
const COLUMNS = { name: "name", quantity: "qty", price: "price_cents" };

export async function listStock(args) {
  const column = (args.sort ?? "name").trim().slice(0, 80);
  if (!(column in COLUMNS)) {
    console.error(`unusual order ${column.length}`);
  }
  const sql = "SELECT sku, name, qty FROM stock WHERE warehouse = ? ORDER BY " + column;
  const [rows] = await pool.query(sql, [args.warehouse]);
  return rows;
}

export async function warehouses() {
  const [rows] = await pool.query("SELECT DISTINCT warehouse FROM stock ORDER BY " + "warehouse");
  return rows;
}
