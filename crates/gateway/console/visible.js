// Texts of strangers, made visible: what cannot be seen, turns a line around or speaks to a terminal is spelled out.

import { h } from "./dom.js";

const NAMES = {
  0x0000: "null",
  0x0007: "bell",
  0x0008: "backspace",
  0x000d: "carriage return",
  0x001b: "escape",
  0x007f: "delete",
  0x00ad: "soft hyphen",
  0x061c: "Arabic letter mark",
  0x200b: "zero width space",
  0x200c: "zero width non-joiner",
  0x200d: "zero width joiner",
  0x200e: "left-to-right mark",
  0x200f: "right-to-left mark",
  0x2028: "line separator",
  0x2029: "paragraph separator",
  0x202a: "left-to-right embedding",
  0x202b: "right-to-left embedding",
  0x202c: "pop directional formatting",
  0x202d: "left-to-right override",
  0x202e: "right-to-left override",
  0x2060: "word joiner",
  0x2066: "left-to-right isolate",
  0x2067: "right-to-left isolate",
  0x2068: "first strong isolate",
  0x2069: "pop directional isolate",
  0x3164: "Hangul filler",
  0xfeff: "byte order mark",
};

// Control and format characters, tags, variation selectors, fillers, private use, what is not assigned, lone surrogates.
// Line breaks and tabs are left as they are. The last part is how the management API spells what it made visible itself.
const HIDDEN =
  /([\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u034f\ufe00-\ufe0f\u{e0000}-\u{e0fff}]|(?![\n\t])\p{Cc}|\\u\{[0-9A-Fa-f]{2,6}\})+/gu;

function code(point) {
  return `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** What a run of characters says to a program that reads what people do not see. */
function decoded(points) {
  const tags = points.filter((point) => point >= 0xe0020 && point <= 0xe007e);
  return tags.length > 1 ? String.fromCodePoint(...tags.map((point) => point - 0xe0000)) : "";
}

function points(run) {
  const all = [];
  for (const [part] of run.matchAll(/\\u\{[0-9A-Fa-f]{2,6}\}|[\s\S]/gu)) {
    all.push(part.startsWith("\\u{") ? parseInt(part.slice(3, -1), 16) : part.codePointAt(0));
  }
  return all;
}

/** The badge that stands for a run of hidden characters. */
function badge(run) {
  const all = points(run);
  const says = decoded(all);
  const names = [...new Set(all)].slice(0, 8).map((point) => `${code(point)} ${NAMES[point] ?? ""}`.trim());
  const short = all.length > 3 ? `${code(all[0])} ×${all.length}` : all.map(code).join(" ");
  const title = `Hidden: ${names.join(", ")}`;
  return h("span", { class: "hid", title }, short, says && h("span", { class: "hid-says" }, ` decodes to “${says}”`));
}

/** A text as it may be shown, with its hidden characters spelled out; `most` characters of it. */
export function shown(text, most = Infinity) {
  const whole = String(text ?? "");
  const cut = whole.length > most ? whole.slice(0, most) : whole;
  const parts = [];
  let end = 0;
  for (const found of cut.matchAll(HIDDEN)) {
    if (found.index > end) parts.push(cut.slice(end, found.index));
    parts.push(badge(found[0]));
    end = found.index + found[0].length;
  }
  parts.push(cut.slice(end));
  if (cut.length < whole.length) parts.push("…");
  return h("bdi", { class: "say" }, parts);
}

/** The same for where only a plain text fits: titles and labels. */
export function plain(text, most = 200) {
  const spelled = String(text ?? "").replace(HIDDEN, (run) =>
    points(run)
      .map((point) => `[${code(point)}]`)
      .join(""),
  );
  return spelled.length > most ? `${spelled.slice(0, most)}…` : spelled;
}

/** What the encoded pieces of a text say, if they say something that can be read. */
export function payloads(text) {
  const found = [];
  for (const [piece] of String(text ?? "").matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)) {
    try {
      const bytes = Uint8Array.from(atob(piece.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
      const says = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      if (/^[\p{L}\p{N}\p{P}\p{S}\s]{12,}$/u.test(says)) found.push({ piece, says });
    } catch {
      // It was no Base64, or no text.
    }
  }
  return found.slice(0, 5);
}
