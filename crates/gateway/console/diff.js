// Two texts beside each other, word by word.

import { h } from "./dom.js";
import { shown } from "./visible.js";

/** More than this many pairs of words are not compared one by one. */
const PAIRS = 4e6;

function words(text) {
  return text.match(/\\u\{[0-9A-Fa-f]+\}|[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** Runs of words that are in both, or in one of them: `[["same" | "old" | "new", text], …]`. */
export function compare(before, after) {
  const [one, two] = [words(before), words(after)];
  let start = 0;
  while (start < one.length && start < two.length && one[start] === two[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < two.length - start && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  const runs = [];
  const add = (kind, word) => {
    if (runs.at(-1)?.[0] === kind) runs.at(-1)[1] += word;
    else runs.push([kind, word]);
  };
  one.slice(0, start).forEach((word) => add("same", word));
  middle(one.slice(start, one.length - end), two.slice(start, two.length - end), add);
  one.slice(one.length - end).forEach((word) => add("same", word));
  return runs;
}

function middle(one, two, add) {
  if (one.length * two.length > PAIRS) {
    one.forEach((word) => add("old", word));
    two.forEach((word) => add("new", word));
    return;
  }
  const wide = two.length + 1;
  const longest = new Uint32Array((one.length + 1) * wide);
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = two.length - 1; j >= 0; j -= 1) {
      longest[i * wide + j] =
        one[i] === two[j]
          ? longest[(i + 1) * wide + j + 1] + 1
          : Math.max(longest[(i + 1) * wide + j], longest[i * wide + j + 1]);
    }
  }
  let [i, j] = [0, 0];
  while (i < one.length || j < two.length) {
    if (i < one.length && j < two.length && one[i] === two[j]) {
      add("same", one[i]);
      i += 1;
      j += 1;
    } else if (j >= two.length || (i < one.length && longest[(i + 1) * wide + j] >= longest[i * wide + j + 1])) {
      add("old", one[i]);
      i += 1;
    } else {
      add("new", two[j]);
      j += 1;
    }
  }
}

/** What one side says, with what is only there marked, and what a check points at underlined. */
export function side(runs, kind, evidence = []) {
  return runs
    .filter(([own]) => own === "same" || own === kind)
    .map(([own, text]) =>
      own === "same" ? marked(text, evidence) : h(kind === "old" ? "del" : "ins", {}, marked(text, evidence)),
    );
}

/** A text in which the words that a check quotes are marked. */
function marked(text, evidence) {
  const hit = evidence
    .map((words) => [text.indexOf(words), words])
    .filter(([at]) => at >= 0)
    .sort((one, other) => one[0] - other[0])[0];
  if (!hit) return shown(text);
  const [at, words] = hit;
  return [shown(text.slice(0, at)), h("mark", {}, shown(words)), marked(text.slice(at + words.length), evidence)];
}
