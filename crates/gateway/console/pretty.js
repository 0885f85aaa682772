// JSON as people read it, with every text in it made visible.

import { h } from "./dom.js";
import { shown } from "./visible.js";

const DEEP = 12;
const MOST = 4000;

/** A JSON text, set out; as it is if it is none. */
export function json(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return h("pre", { class: "code" }, shown(text));
  }
  const budget = { left: MOST };
  return h("pre", { class: "code" }, of(value, 0, budget), budget.left <= 0 && "\n…");
}

function of(value, depth, budget) {
  budget.left -= 1;
  if (budget.left <= 0) return "…";
  const indent = "  ".repeat(depth);
  if (typeof value === "string") return [h("span", { class: "j-text" }, '"', shown(value), '"')];
  if (value === null || typeof value !== "object") return [h("span", { class: "j-word" }, String(value))];
  const isList = Array.isArray(value);
  const members = Object.entries(value);
  if (members.length === 0) return isList ? "[]" : "{}";
  if (depth >= DEEP) return "…";
  const lines = members.map(([key, one], index) => [
    `\n${indent}  `,
    !isList && [h("span", { class: "j-key" }, shown(key)), ": "],
    of(one, depth + 1, budget),
    index < members.length - 1 && ",",
  ]);
  return [isList ? "[" : "{", lines, `\n${indent}`, isList ? "]" : "}"];
}
