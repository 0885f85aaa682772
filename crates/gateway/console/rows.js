// A list of any length: only the rows that can be seen are there. Each is as tall as the others, so nothing ever moves.

import { h, put } from "./dom.js";

const TALL = 36;
const SPARE = 8;

/** A list that draws a row with `row(item)`, and asks for more with `more()` near its end. */
export function rows({ row, more, label }) {
  const inner = h("div", { class: "rows-inner", role: "rowgroup" });
  const box = h("div", { class: "rows-box", tabindex: "0", role: "table", "aria-label": label }, inner);
  let items = [];
  let from = -1;
  let to = -1;
  let waiting = false;
  const draw = (force) => {
    const first = Math.max(0, Math.floor(box.scrollTop / TALL) - SPARE);
    const last = Math.min(items.length, Math.ceil((box.scrollTop + box.clientHeight) / TALL) + SPARE);
    if (!force && first === from && last === to) return;
    [from, to] = [first, last];
    put(
      inner,
      items.slice(first, last).map((item, index) => {
        const element = row(item);
        element.style.setProperty("transform", `translateY(${(first + index) * TALL}px)`);
        return element;
      }),
    );
    if (last > items.length - 100 && !waiting) {
      waiting = true;
      Promise.resolve(more()).finally(() => {
        waiting = false;
      });
    }
  };
  box.addEventListener("scroll", () => requestAnimationFrame(() => draw(false)), { passive: true });
  new ResizeObserver(() => draw(false)).observe(box);
  const size = () => inner.style.setProperty("height", `${items.length * TALL}px`);
  return {
    box,
    count: () => items.length,
    isAtTop: () => box.scrollTop < TALL,
    /** Other rows in the place of all. */
    set(all) {
      items = all;
      size();
      draw(true);
    },
    /** More rows at the end. */
    add(all) {
      items = items.concat(all);
      size();
      draw(true);
    },
    /** New rows at the top. What is looked at stays where it is. */
    put(all) {
      const isAtTop = box.scrollTop < TALL;
      items = all.concat(items);
      size();
      if (!isAtTop) box.scrollTop += all.length * TALL;
      draw(true);
    },
    toTop: () => {
      box.scrollTop = 0;
    },
    redraw: () => draw(true),
  };
}
