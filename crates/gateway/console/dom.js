// Making elements. There is no way here to make markup of a text: children are nodes, or texts that stay texts.

const SVG = "http://www.w3.org/2000/svg";

/** An element. `props` are attributes; `on` holds listeners, `style` CSS properties, and what is null or false is left out. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An element of a drawing. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "style") {
      for (const [property, set] of Object.entries(value)) element.style.setProperty(property, set);
    } else if (name === "value" || name === "checked" || name === "disabled") {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...nodes(children));
  return element;
}

function nodes(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/**
 * Puts other children in the place of those that are there. Who was on a link, or on what carries `data-keep`, by keyboard
 * is on its successor afterwards: a page that draws itself anew must not take the focus away.
 */
export function put(element, ...children) {
  const held = element.contains(document.activeElement) ? same(document.activeElement) : null;
  element.replaceChildren(...nodes(children));
  if (held) [...element.querySelectorAll("a[href], [data-keep]")].find((one) => same(one) === held)?.focus({ preventScroll: true });
  return element;
}

/** What an element has in common with its successor. */
function same(element) {
  return element.dataset.keep ?? element.getAttribute("href");
}

/** A button. */
export function button(label, act, props) {
  return h("button", { type: "button", ...props, on: { click: act } }, label);
}

/** So many of a thing, in words. */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

let last = 0;

/** An id that no other element has. */
export function fresh(name) {
  last += 1;
  return `${name}-${last}`;
}

/**
 * Has something happen soon, once for all who ask until then; the later, the longer it took the last time. Whoever asks
 * while it happens has it happen again.
 */
export function soon(act, wait = 250) {
  let state = "idle";
  let isWanted = false;
  let took = 0;
  const run = async () => {
    state = "busy";
    const begun = performance.now();
    try {
      await act();
    } finally {
      took = performance.now() - begun;
      state = "idle";
      if (isWanted) ask();
    }
  };
  const ask = () => {
    isWanted = state === "busy";
    if (state !== "idle") return;
    state = "waiting";
    setTimeout(run, Math.max(wait, took * 5));
  };
  return ask;
}

/** How long something new is only looked at. */
const SETTLING = 450;

/**
 * Something else is shown here now. For a moment nothing in it can be decided: who was about to press a button, or a key,
 * meant what was there before.
 */
export function settle(element) {
  element.classList.add("settling");
  const turn = (element.settlingTurn = (element.settlingTurn ?? 0) + 1);
  setTimeout(() => element.settlingTurn === turn && element.classList.remove("settling"), SETTLING);
}

/** Whether what is shown there has been there for a moment. */
export function isSettled(element) {
  return !element.classList.contains("settling");
}
