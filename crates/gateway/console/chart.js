// Calls over time: a bar for each slot by what became of its calls, and above it the greatest risk.

import { h, svg } from "./dom.js";
import { band } from "./marks.js";

const PARTS = [
  ["allow", "allowed"],
  ["mask", "masked"],
  ["hold", "held for approval"],
  ["deny", "blocked"],
];
const WIDTH = 960;
const HEIGHT = 150;
const RISK = 26;

function split(slot) {
  return {
    allow: slot.calls - slot.masked - slot.held - slot.denied,
    mask: slot.masked,
    hold: slot.held,
    deny: slot.denied,
  };
}

/** The drawing, and the same as a table for whoever does not see it. */
export function chart({ slots, since_ms: since, until_ms: until, total }) {
  const step = (until - since) / slots.length;
  const most = Math.max(1, ...slots.map((slot) => slot.calls));
  const wide = WIDTH / slots.length;
  const clock = new Intl.DateTimeFormat(
    undefined,
    step * slots.length > 2 * 86400000
      ? { month: "short", day: "numeric" }
      : { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  );
  const bars = slots.flatMap((slot, index) => {
    let top = HEIGHT;
    const parts = split(slot);
    const title = `${clock.format(since + index * step)}: ${slot.calls} calls, ${slot.denied} blocked, risk up to ${slot.risk}`;
    const drawn = PARTS.filter(([name]) => parts[name] > 0).map(([name]) => {
      const tall = Math.max(2, (parts[name] / most) * (HEIGHT - RISK - 8));
      top -= tall;
      return svg("rect", {
        class: `bar ${name}`,
        x: index * wide + 1,
        y: top,
        width: Math.max(1, wide - 2),
        height: tall,
      });
    });
    const danger =
      slot.risk > 0 &&
      svg("rect", {
        class: `dot ${band(slot.risk)}`,
        x: index * wide + 1,
        y: RISK - 4 - (slot.risk / 100) * (RISK - 6),
        width: Math.max(2, wide - 2),
        height: 4,
        rx: 2,
      });
    return svg(
      "g",
      {},
      svg("title", {}, title),
      svg("rect", { class: "hit", x: index * wide, y: 0, width: wide, height: HEIGHT }),
      drawn,
      danger,
    );
  });
  const label = `${total.calls} calls, of these ${total.denied} blocked, ${total.held} held for approval, ${total.masked} masked; highest risk ${total.risk}`;
  const marks = [0, 0.25, 0.5, 0.75].map((part) => h("span", {}, clock.format(since + part * (until - since))));
  return h(
    "figure",
    { class: "chart" },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, preserveAspectRatio: "none" },
      bars,
    ),
    h("div", { class: "chart-times", "aria-hidden": "true" }, marks, h("span", {}, "now")),
    h(
      "figcaption",
      {},
      PARTS.map(([name, text]) => h("span", { class: `key ${name}` }, text)),
      h("span", { class: "key risk-key" }, "highest risk"),
    ),
  );
}
