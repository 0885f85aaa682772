// The first page: what needs a decision, then how it goes.

import { ask, path } from "./api.js";
import { chart } from "./chart.js";
import { attempt } from "./dialog.js";
import { counted, h, put, settle, soon } from "./dom.js";
import { decideHold } from "./holds.js";
import { empty, legs, risk, state } from "./marks.js";
import { to } from "./route.js";
import { plain, shown } from "./visible.js";
import { ago, left } from "./when.js";

const SPANS = { "1 h": 3600e3, "24 h": 86400e3, "7 d": 7 * 86400e3 };
/** What comes first among what waits. */
const ORDER = { rug_pull: 0, approved: 1, quarantined: 2 };
const LISTED = 8;

export function mount(root, context) {
  const span = SPANS[context.query.get("span")] ? context.query.get("span") : "24 h";
  const waiting = h("section", { "aria-labelledby": "waiting", class: "card" });
  const figures = h("div", { class: "tiles" });
  const drawing = h("div", { class: "chart-box" });
  const servers = h("div", {});
  const live = h("div", {});
  const choice = Object.keys(SPANS).map((name) =>
    h(
      "a",
      { class: "pick", href: to("overview", [], { span: name }), "aria-current": name === span ? "true" : null },
      name,
    ),
  );
  put(
    root,
    h("h1", {}, "Overview"),
    waiting,
    h(
      "section",
      { class: "card", "aria-labelledby": "how" },
      h(
        "div",
        { class: "head" },
        h("h2", { id: "how" }, "Calls and risk"),
        h("div", { class: "picks", role: "group", "aria-label": "Time range" }, choice),
      ),
      figures,
      drawing,
    ),
    h(
      "div",
      { class: "columns" },
      h("section", { class: "card", "aria-labelledby": "per" }, h("h2", { id: "per" }, "Calls per server"), servers),
      h(
        "section",
        { class: "card", "aria-labelledby": "tri" },
        h("h2", { id: "tri" }, "Sessions and the trifecta"),
        live,
      ),
    ),
  );

  let known = [];
  const decide = () =>
    attempt(async () => {
      const [{ holds }, { tools }] = await Promise.all([
        ask("/api/v1/holds"),
        ask("/api/v1/tools?pending=true&limit=1000"),
      ]);
      const there = tools.filter((tool) => !tool.is_gone);
      // What is shown stays in its place, and what is new comes behind it, so that no button moves under a hand.
      const ids = [...holds, ...there].map((one) => one.id);
      const place = ({ id }) => (known.includes(id) ? known.indexOf(id) : Infinity);
      put(
        waiting,
        pending(
          holds.sort((one, other) => place(one) - place(other) || other.risk - one.risk),
          there,
        ),
      );
      if (known.length !== ids.length || ids.some((id) => !known.includes(id))) settle(waiting);
      known = holds.map((hold) => hold.id).concat(there.map((tool) => tool.id));
    });
  const count = () =>
    attempt(async () => {
      const since = Date.now() - SPANS[span];
      const [told, { sessions }, { servers: known }] = await Promise.all([
        ask(path("/api/v1/figures", { since: Math.floor(since), slots: 60 })),
        ask("/api/v1/sessions?calls=1000"),
        ask("/api/v1/servers"),
      ]);
      put(figures, tiles(told));
      put(drawing, chart(told));
      put(servers, perServer(told, known));
      put(live, ...trifecta(sessions));
    });
  decide();
  count();
  const soonDecide = soon(decide, 200);
  const soonCount = soon(count, 2000);
  context.hear(["hold_opened", "hold_closed", "held", "decided", "server_up", "missed"], soonDecide);
  context.hear(
    ["call", "refused", "missed", "session_opened", "session_closed", "server_up", "server_down"],
    soonCount,
  );
  const clock = setInterval(() => {
    for (const one of root.querySelectorAll("[data-until]")) put(one, left(Number(one.dataset.until)));
  }, 1000);
  return () => clearInterval(clock);
}

function pending(holds, tools) {
  const order = (tool) => ORDER[tool.state] ?? 3;
  const sorted = tools.toSorted((one, other) => order(one) - order(other) || danger(other) - danger(one));
  const all = [...holds.map(holdRow), ...sorted.map(toolRow)];
  const head = h(
    "div",
    { class: "head" },
    h("h2", { id: "waiting" }, "Needs a decision"),
    h(
      "p",
      { class: "note" },
      [
        counted(holds.length, "held call"),
        counted(sorted.filter((tool) => tool.state === "rug_pull").length, "changed tool"),
        counted(sorted.filter((tool) => tool.state === "quarantined").length, "new tool"),
      ].join(" · "),
    ),
  );
  if (all.length === 0) {
    return [
      head,
      empty(
        "No decisions are pending.",
        "New and changed tools and held calls appear here at once.",
      ),
    ];
  }
  const more = all.length - LISTED;
  return [
    head,
    h("ul", { class: "rows" }, all.slice(0, LISTED)),
    more > 0 &&
      h(
        "p",
        { class: "note" },
        h("a", { href: to("review") }, `${counted(more, "more")} in Review`.replace("mores", "more")),
      ),
  ];
}

function danger(tool) {
  return tool.seen.finding?.risk ?? 0;
}

function holdRow(hold) {
  const what = `${plain(hold.server, 60)} › ${plain(hold.name, 60)}`;
  return h(
    "li",
    { class: "row hold" },
    h(
      "div",
      { class: "row-what" },
      h("span", { class: "chip warn" }, "held call"),
      risk(hold.risk),
      h("a", { href: to("holds", [hold.id]) }, shown(hold.server, 60), " › ", shown(hold.name, 60)),
      h(
        "span",
        { class: "note" },
        "by ",
        shown(hold.principal, 60),
        ", denied in ",
        h("span", { class: "num", "data-until": hold.until_ms }, left(hold.until_ms)),
      ),
    ),
    h("p", { class: "row-why" }, shown(hold.reason, 300)),
    h(
      "div",
      { class: "acts" },
      h(
        "button",
        {
          type: "button",
          class: hold.risk >= 70 ? "" : "good",
          "aria-label": `Allow once: ${what}`,
          on: { click: () => decideHold(hold, "approve") },
        },
        "Allow once",
      ),
      h(
        "button",
        {
          type: "button",
          class: hold.risk >= 70 ? "bad full" : "bad",
          "aria-label": `Deny: ${what}`,
          on: { click: () => decideHold(hold, "deny") },
        },
        "Deny",
      ),
    ),
  );
}

function toolRow(tool) {
  const name = tool.name || tool.item;
  return h(
    "li",
    { class: "row" },
    h(
      "div",
      { class: "row-what" },
      state(tool.state),
      risk(danger(tool)),
      h("a", { href: to("review", [tool.id]) }, shown(tool.server, 60), " › ", shown(name, 60)),
      tool.item !== "tool" && h("span", { class: "note" }, tool.item),
    ),
    h("p", { class: "row-why" }, shown(tool.held?.text ?? "", 300)),
    h(
      "div",
      { class: "acts" },
      h("a", { class: "button", href: to("review", [tool.id]), "aria-label": `Review ${plain(name, 60)}` }, "Review"),
    ),
  );
}

function tiles({ total, is_whole: whole }) {
  const tile = (number, text, query, tone) =>
    h(
      "a",
      { class: `tile ${tone ?? ""}`, href: to("activity", [], query) },
      h("strong", { class: "num" }, number.toLocaleString()),
      h("span", {}, text),
    );
  return [
    tile(total.calls, whole ? "calls" : "newest calls", { kind: "call" }),
    tile(total.denied, "blocked", { kind: "call", verdict: "deny" }, total.denied && "bad"),
    tile(total.held, "held for approval", { kind: "call", verdict: "hold" }, total.held && "warn"),
    tile(total.masked, "masked", { kind: "call", verdict: "mask" }, total.masked && "info"),
    tile(total.risk, "highest risk", { kind: "call", risk_from: Math.max(1, total.risk) }, total.risk >= 70 && "bad"),
  ];
}

function perServer({ servers }, known) {
  const names = [...new Set([...known.map((server) => server.name), ...Object.keys(servers)])];
  if (names.length === 0) {
    return empty(
      "No server is configured.",
      "Put servers under ",
      h("code", {}, "mcpServers"),
      " in the configuration, or import the servers of your clients with ",
      h("code", {}, "vetgate import"),
      ".",
    );
  }
  const none = { calls: 0, masked: 0, held: 0, denied: 0, risk: 0 };
  const rows = names.map((name) => [name, servers[name] ?? none]).sort(([, one], [, other]) => other.calls - one.calls);
  const most = Math.max(1, ...rows.map(([, counts]) => counts.calls));
  const bar = (counts) =>
    h(
      "div",
      { class: "meter", "aria-hidden": "true" },
      ["denied", "held", "masked"].map((part) =>
        h("span", { class: `meter-${part}`, style: { width: `${(counts[part] / most) * 100}%` } }),
      ),
      h("span", {
        class: "meter-allowed",
        style: { width: `${((counts.calls - counts.denied - counts.held - counts.masked) / most) * 100}%` },
      }),
    );
  return h(
    "table",
    { class: "plain" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Server", "Calls", "Blocked", "Risk", ""].map((name) =>
          h("th", { scope: "col" }, name || h("span", { class: "off" }, "share")),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map(([name, counts]) =>
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "row" },
            name ? h("a", { href: to("activity", [], { kind: "call", server: name }) }, shown(name, 60)) : "(none)",
          ),
          h("td", { class: "num" }, counts.calls.toLocaleString()),
          h("td", { class: "num" }, counts.denied.toLocaleString()),
          h("td", {}, risk(counts.risk)),
          h("td", { class: "wide" }, bar(counts)),
        ),
      ),
    ),
  );
}

function trifecta(sessions) {
  const open = sessions.filter((session) => session.is_open);
  const shownHere = (open.length > 0 ? open : sessions)
    .toSorted((one, other) => other.legs.length - one.legs.length || other.last_ms - one.last_ms)
    .slice(0, 6);
  if (shownHere.length === 0) {
    return [empty("No calls yet.", "Connect an MCP client to ", h("code", {}, `${location.origin}/mcp`), ".")];
  }
  return [
    h(
      "p",
      { class: "note" },
      open.length > 0
        ? `${counted(open.length, "open session")}, those with the most trifecta legs first.`
        : "No session is open; these are the most recent.",
    ),
    h(
      "ul",
      { class: "rows" },
      shownHere.map((session) =>
        h(
          "li",
          { class: "row session" },
          h(
            "div",
            { class: "row-what" },
            risk(session.risk),
            h("a", { href: to("sessions", [session.session]) }, shown(session.session.slice(0, 8) || "(none)")),
            h(
              "span",
              { class: "note" },
              shown(session.principal, 40),
              `, ${counted(session.calls, "call")}, ${ago(session.last_ms)}`,
            ),
          ),
          legs(session.legs, session.trifecta),
        ),
      ),
    ),
  ];
}
