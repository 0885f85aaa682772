import { db } from "../db.js";

export interface Search {
  words: string;
  section?: string;
}

export function searchArticles({ words, section }: Search) {
  const query = db("articles").select("id", "title", "published_at").orderBy("published_at", "desc").limit(20);
  if (section) {
    query.where({ section });
  }
  query.whereRaw(`to_tsvector('simple', body) @@ plainto_tsquery('simple', '${words}')`);
  return query;
}

export function countBySection() {
  return db("articles").select(db.raw("section, count(*)::int as total")).groupBy("section");
}
