import knex, { type Knex } from "knex";

export const db: Knex = knex({
  client: "pg",
  connection: process.env.ARTICLES_URL,
  pool: { min: 0, max: 4 },
});
