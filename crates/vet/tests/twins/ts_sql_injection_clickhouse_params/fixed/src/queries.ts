import { createClient } from "@clickhouse/client";

const client = createClient({
  url: process.env.CLICKHOUSE_URL ?? "http://localhost:8123",
  username: process.env.CLICKHOUSE_USER ?? "default",
  password: process.env.CLICKHOUSE_PASSWORD ?? "",
});

export interface ErrorRateRow {
  hour: string;
  errors: number;
  total: number;
}

export async function errorRate(service: string, from: string, to: string): Promise<ErrorRateRow[]> {
  const range = "timestamp >= {from: DateTime} AND timestamp < {to: DateTime}";
  const result = await client.query({
    query: `
      SELECT toStartOfHour(timestamp) AS hour, countIf(status >= 500) AS errors, count() AS total
      FROM requests WHERE service = {service: String} AND ${range} GROUP BY hour ORDER BY hour`,
    query_params: { service, from, to },
    format: "JSONEachRow",
  });
  return result.json<ErrorRateRow>();
}

export async function services(): Promise<string[]> {
  const result = await client.query({ query: "SELECT DISTINCT service FROM requests", format: "JSONEachRow" });
  const rows = await result.json<{ service: string }>();
  return rows.map((row) => row.service);
}
