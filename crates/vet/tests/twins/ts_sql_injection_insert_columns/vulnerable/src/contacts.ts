import { Client } from "pg";

const COLUMNS = ["name", "email", "phone"] as const;

export async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client();
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const insert = (fields: Record<string, string>) =>
  withClient(async (client) => {
    const names = Object.keys(fields).filter((name) => name.length > 0 && COLUMNS.length > 0);
    const marks = names.map((_, index) => `$${index + 1}`);
    const values = names.map((name) => fields[name]);
    const statement = ["INSERT INTO contacts", `(${names.join(", ")})`, "VALUES", `(${marks.join(", ")})`].join(" ");
    const { rowCount } = await client.query({ text: statement, values });
    return rowCount ?? 0;
  });

export const total = () =>
  withClient(async (client) => (await client.query("SELECT count(*)::int AS n FROM contacts")).rows[0].n as number);
