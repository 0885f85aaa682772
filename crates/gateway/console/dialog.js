// Questions, and short messages that go away.

import { button, fresh, h } from "./dom.js";
import { plain } from "./visible.js";

/** Opens a dialog; `build` is given a function that closes it with a result, and returns what is in it. */
export function open(title, build, props = {}) {
  return new Promise((done) => {
    const id = fresh("dialog");
    let result = null;
    const dialog = h("dialog", { class: `dialog ${props.class ?? ""}`, "aria-labelledby": id });
    const close = (value) => {
      result = value ?? null;
      dialog.close();
    };
    dialog.append(
      h(
        "header",
        { class: "dialog-head" },
        h("h2", { id }, title),
        button("Close", () => close(null), { class: "quiet", "aria-label": "Close" }),
      ),
      h("div", { class: "dialog-body" }, build(close)),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(result);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks whether to do something. */
export function sure(title, text, label, tone = "primary") {
  return open(title, (close) => [
    h("div", {}, text),
    h(
      "div",
      { class: "acts end" },
      button("Cancel", () => close(false)),
      button(label, () => close(true), { class: tone }),
    ),
  ]).then((answer) => answer === true);
}

/** Says something that goes away by itself. */
export function say(text, tone = "") {
  const toast = h("p", { class: `toast ${tone}` }, plain(text, 400));
  document.getElementById("said").append(toast);
  setTimeout(() => toast.remove(), tone === "bad" ? 9000 : 4000);
}

/** Does something, and says what went wrong. Whether it was done. */
export async function attempt(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (error.name !== "AbortError") say(error.message, "bad");
    return false;
  }
}

const KEYS = [
  ["j / k", "next, previous"],
  ["a", "approve the selected tool, or allow the selected call"],
  ["b", "block the selected tool, or deny the selected call"],
  ["/", "search"],
  ["1 … 8", "open a page, counted from the top"],
  ["Esc", "close the dialog"],
  ["?", "this help"],
];

export function help() {
  return open("Keyboard", () =>
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
    ),
  );
}
