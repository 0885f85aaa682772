import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const FOLDER = path.resolve("notes");

export async function list() {
  return (await readdir(FOLDER)).filter((name) => name.endsWith(".md")).sort();
}

export async function get({ number }) {
  const names = await list();
  const name = names[Number.parseInt(number, 10)];
  if (name === undefined) throw new Error("no such note");
  return readFile(path.join(FOLDER, name), "utf8");
}

export async function count() {
  return (await list()).length;
}
