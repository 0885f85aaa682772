// The frame around the pages: who is signed in, which page is shown, what waits, what keys do.

import { ask, gone, isSignedIn, listen, quiet, signOut, stream } from "./api.js";
import { attempt, help } from "./dialog.js";
import { button, h, put, soon } from "./dom.js";
import * as activity from "./activity.js";
import * as holds from "./holds.js";
import * as overview from "./overview.js";
import * as policy from "./policy.js";
import * as review from "./review.js";
import { go, place, to } from "./route.js";
import * as sessions from "./sessions.js";
import * as settings from "./settings.js";
import * as signin from "./signin.js";
import * as tools from "./tools.js";

const PAGES = [
  ["overview", "Overview", overview],
  ["tools", "Servers and tools", tools],
  ["review", "Review", review],
  ["holds", "Holds", holds],
  ["sessions", "Sessions", sessions],
  ["activity", "Activity", activity],
  ["policy", "Policy", policy],
  ["settings", "Settings", settings],
];
const THEME = "vetgate.theme";
const shell = document.getElementById("shell");
const counts = { review: 0, holds: 0 };
let leave = null;
let keys = {};

function theme(next) {
  if (next) localStorage.setItem(THEME, next);
  const wanted = localStorage.getItem(THEME);
  if (wanted) document.documentElement.dataset.theme = wanted;
}

function toggleTheme() {
  const dark =
    document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  theme(dark === "dark" ? "light" : "dark");
}

function frame() {
  const links = PAGES.map(([name, title]) =>
    h(
      "li",
      {},
      h("a", { href: `#/${name}`, "data-page": name }, title, h("span", { class: "count", "data-count": name })),
    ),
  );
  return h(
    "div",
    { class: "frame" },
    h(
      "header",
      { class: "side" },
      h(
        "a",
        { class: "brand", href: "#/overview" },
        h("img", { src: "/console/mark.svg", alt: "", width: 26, height: 26 }),
        "Vetgate",
      ),
      h("nav", { "aria-label": "Pages" }, h("ul", {}, links)),
      h(
        "div",
        { class: "foot" },
        h("p", { class: "live", id: "live", role: "status" }, "Connecting"),
        h(
          "div",
          { class: "foot-acts" },
          button("Light or dark", toggleTheme, { class: "quiet" }),
          button("Shortcuts", help, { class: "quiet", title: "Keyboard shortcuts (?)" }),
          button("Sign out", () => signOut(), { class: "quiet" }),
        ),
      ),
    ),
    h("main", { id: "main", tabindex: "-1" }),
  );
}

function show() {
  if (!isSignedIn()) return locked();
  if (!document.getElementById("main")) {
    put(shell, frame());
    listen();
    count();
  }
  const { name, rest, query } = place();
  const [page, title, module] = PAGES.find(([known]) => known === name) ?? PAGES[0];
  for (const link of shell.querySelectorAll("nav a")) {
    if (link.dataset.page === page) {
      link.setAttribute("aria-current", "page");
      // On a phone the pages are beside each other, and not all fit.
      link.closest("nav").scrollTo({ left: link.offsetLeft - 40 });
    } else link.removeAttribute("aria-current");
  }
  document.title = `${title} · Vetgate`;
  leave?.();
  keys = {};
  const main = document.getElementById("main");
  const listeners = [];
  const context = {
    rest,
    query,
    /** Keeps a setting in the address without going anywhere. */
    keep: (values) => {
      const all = { ...Object.fromEntries(place().query), ...values };
      history.replaceState(null, "", to(page, place().rest, all));
    },
    /** Hears of these events for as long as the page is shown. */
    hear: (names, listener) => {
      for (const one of names) {
        stream.addEventListener(one, listener);
        listeners.push([one, listener]);
      }
    },
    keys: (more) => Object.assign(keys, more),
  };
  const body = h("div", { class: `page page-${page}` });
  put(main, body);
  const left = module.mount(body, context);
  leave = () => {
    for (const [one, listener] of listeners) stream.removeEventListener(one, listener);
    left?.();
  };
  if (document.activeElement && document.activeElement !== document.body) main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

function locked() {
  leave?.();
  leave = null;
  quiet();
  document.title = "Sign in · Vetgate";
  put(shell, signin.page(show));
}

/** Counts what waits, for the numbers beside the pages. */
async function count() {
  await attempt(async () => {
    const [waiting, pending] = await Promise.all([ask("/api/v1/holds"), ask("/api/v1/tools?pending=true&limit=1000")]);
    counts.holds = waiting.holds.length;
    counts.review = pending.tools.filter((tool) => !tool.is_gone).length;
    for (const [name, number] of Object.entries(counts)) {
      const badge = shell.querySelector(`[data-count="${name}"]`);
      if (badge) put(badge, number > 0 && String(number), number > 0 && h("span", { class: "off" }, " waiting"));
    }
  });
}

function press(event) {
  const typing =
    event.target.closest?.("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey;
  if (typing || !document.getElementById("main")) return;
  const page = PAGES[Number(event.key) - 1];
  if (page) return go(page[0]);
  if (event.key === "?") return help();
  const search = event.key === "/" && document.querySelector("main input[type=search]");
  const act = search ? () => search.focus() : keys[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
}

theme();
const recount = soon(count, 150);
for (const name of ["hold_opened", "hold_closed", "held", "decided", "server_up", "missed"])
  stream.addEventListener(name, recount);
stream.addEventListener("state", ({ detail: is_live }) => {
  const live = document.getElementById("live");
  if (!live) return;
  put(live, is_live ? "Live" : "Not connected, reconnecting");
  live.classList.toggle("on", is_live);
  if (is_live) recount();
});
gone.addEventListener("gone", show);
addEventListener("hashchange", show);
addEventListener("keydown", press);
show();
