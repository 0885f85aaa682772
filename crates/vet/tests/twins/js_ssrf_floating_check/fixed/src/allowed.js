import { readFile } from "node:fs/promises";

const LIST = new URL("../feeds.json", import.meta.url);

export function assertAllowed(address) {
  return readFile(LIST, "utf8")
    .then((text) => new Set(JSON.parse(text).origins))
    .then((origins) => {
      if (!origins.has(new URL(address).origin)) {
        throw new Error(`${address} is not one of the feeds`);
      }
    });
}
