// Sessions: a list, and one of them as a timeline and as a graph of what flowed.

import { ask, picture } from "./api.js";
import { attempt } from "./dialog.js";
import { counted, h, put, soon } from "./dom.js";
import { empty, legs, LEGS, level, PATTERNS, risk, verdict } from "./marks.js";
import { to } from "./route.js";
import { shown } from "./visible.js";
import { ago, moment } from "./when.js";

export function mount(root, context) {
  return context.rest[0] ? one(root, context, context.rest[0]) : list(root, context);
}

function list(root, context) {
  const box = h("div", { class: "card scroll" });
  put(root, h("h1", {}, "Sessions"), box);
  const load = () =>
    attempt(async () => {
      const { sessions, is_whole: whole } = await ask("/api/v1/sessions?calls=5000");
      put(
        box,
        sessions.length === 0
          ? empty(
              "No calls yet.",
              "Connect an MCP client to ",
              h("code", {}, `${location.origin}/mcp`),
              ". The data flows between its calls are shown here.",
            )
          : [table(sessions), !whole && h("p", { class: "note" }, "Only sessions of the newest 5,000 calls are shown.")],
      );
    });
  load();
  context.hear(["call", "refused", "session_opened", "session_closed", "missed"], soon(load, 1500));
}

function table(sessions) {
  const head = ["Session", "Agent", "Last call", "Calls", "Blocked", "Risk", "Flows", "Trifecta"];
  return h(
    "table",
    { class: "plain" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      sessions.map((session) =>
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "row" },
            h("a", { href: to("sessions", [session.session]) }, shown(session.session.slice(0, 8) || "(none)")),
            session.is_open && h("span", { class: "chip good" }, "open"),
          ),
          h("td", {}, shown(session.principal, 40)),
          h("td", { title: ago(session.last_ms) }, moment(session.last_ms)),
          h("td", { class: "num" }, session.calls.toLocaleString()),
          h("td", { class: "num" }, session.denied.toLocaleString()),
          h("td", {}, risk(session.risk)),
          h(
            "td",
            {},
            session.flows.critical > 0 && h("span", { class: "chip bad" }, `${session.flows.critical} critical`),
            session.flows.suspicious > 0 && h("span", { class: "chip warn" }, `${session.flows.suspicious} suspicious`),
            session.flows.critical + session.flows.suspicious === 0 &&
              h("span", { class: "note" }, session.flows.safe > 0 ? `${session.flows.safe} ordinary` : "none"),
          ),
          h("td", {}, legs(session.legs, session.trifecta)),
        ),
      ),
    ),
  );
}

function one(root, context, name) {
  const body = h("div", {});
  put(
    root,
    h("h1", {}, "Session ", shown(name.slice(0, 8))),
    h("p", {}, h("a", { href: to("sessions") }, "All sessions")),
    body,
  );
  let known = "";
  const load = () =>
    attempt(async () => {
      const flow = await ask(`/api/v1/sessions/${encodeURIComponent(name)}/flow`);
      const text = JSON.stringify(flow);
      if (text === known) return;
      const drawing = await picture(`/api/v1/sessions/${encodeURIComponent(name)}/flow.svg`);
      put(body, session(flow, drawing, context));
      known = text;
    });
  load();
  context.hear(["call", "refused", "hold_opened", "hold_closed", "missed"], soon(load, 400));
}

function session(flow, drawing, context) {
  const { graph, calls } = flow;
  const detail = h("aside", { class: "card edge-detail", "aria-live": "polite" });
  const critical = graph.edges.filter((edge) => edge.level === "critical").length;
  const choose = (edge) => {
    context.keep({ edge: edge ? graph.edges.indexOf(edge) : "" });
    put(
      detail,
      edge
        ? moved(edge)
        : h(
            "p",
            { class: "note" },
            graph.edges.length > 0
              ? "Choose a flow to see what moved."
              : "No data flowed from one call to another.",
          ),
    );
    for (const one of document.querySelectorAll("[data-edge]"))
      one.classList.toggle("chosen", edge !== null && Number(one.dataset.edge) === graph.edges.indexOf(edge));
  };
  const sentence =
    flow.trifecta === "sent"
      ? "This session read private data and untrusted content, and then sent data to an external destination."
      : flow.trifecta === "stopped"
        ? "This session read private data and untrusted content, and then tried to send data to an external destination. The call was not sent."
        : critical > 0
          ? `${counted(critical, "flow")} of this session ${critical === 1 ? "is" : "are"} critical.`
          : "This session has no critical data flows.";
  const ordered = graph.edges.toSorted((one, other) => rank(other) - rank(one));
  const result = [
    h(
      "header",
      { class: `verdict ${flow.trifecta === "sent" || critical > 0 ? "bad" : flow.trifecta ? "warn" : ""}` },
      h(
        "p",
        { class: "what" },
        shown(flow.principal, 60),
        `, ${counted(graph.calls.length, "call")}, ${counted(graph.edges.length, "flow")}`,
      ),
      h("p", { class: "sentence" }, sentence),
      closing(calls, flow.trifecta),
      flow.is_truncated &&
        h("p", { class: "note" }, "This session read more data than Vetgate keeps in memory: flows from the dropped data are not shown."),
      !flow.is_whole && h("p", { class: "note" }, "Only its first 5,000 calls are shown."),
    ),
    h(
      "section",
      { class: "card", "aria-labelledby": "graph" },
      h("h2", { id: "graph" }, "Flow graph"),
      h(
        "div",
        { class: "scroll graph", tabindex: "0", role: "group", "aria-label": "Flow graph" },
        h("img", {
          src: drawing,
          alt: `${counted(graph.calls.length, "call")} and ${counted(graph.edges.length, "flow")}; the list of flows and the timeline have them all`,
        }),
      ),
    ),
    h(
      "div",
      { class: "columns" },
      h(
        "section",
        { class: "card", "aria-labelledby": "flows" },
        h("h2", { id: "flows" }, "Flows"),
        ordered.length > 0
          ? h(
              "ul",
              { class: "rows edges" },
              ordered.slice(0, 200).map((edge) =>
                h(
                  "li",
                  {},
                  h(
                    "button",
                    {
                      type: "button",
                      class: "edge-row",
                      "data-edge": graph.edges.indexOf(edge),
                      on: { click: () => choose(edge) },
                    },
                    level(edge.level),
                    ` ${edge.from.call} → ${edge.to.call} `,
                    shown(edge.from.tool, 40),
                    " → ",
                    shown(edge.to.tool, 40),
                    h("span", { class: "note" }, PATTERNS[edge.pattern] ?? edge.pattern),
                  ),
                ),
              ),
            )
          : h("p", { class: "note" }, "None."),
      ),
      detail,
    ),
    h(
      "section",
      { class: "card", "aria-labelledby": "line" },
      h("h2", { id: "line" }, "Timeline"),
      timeline(graph, calls),
    ),
  ];
  queueMicrotask(() => choose(graph.edges[Number(context.query.get("edge") || -1)] ?? ordered[0] ?? null));
  return result;
}

/**
 * The call that closed a leg. What a session reads counts from the next call on, so the first two legs are closed by the
 * call before the one that is judged by them; the way out is this very call.
 */
function closer(calls, name) {
  const at = calls.findIndex((call) => call.legs.includes(name));
  if (at < 0) return null;
  return calls[name === "external_channel" ? at : Math.max(0, at - 1)].call;
}

function rank(edge) {
  return { safe: 0, suspicious: 1, critical: 2 }[edge.level] * 1e6 + edge.novel;
}

/** The three legs, each with the call that closed it. */
function closing(calls, trifecta) {
  const standing = [...new Set(calls.flatMap((call) => call.legs))];
  return h(
    "div",
    { class: "closing" },
    legs(standing, trifecta),
    h(
      "p",
      { class: "note" },
      LEGS.filter(([name]) => standing.includes(name))
        .map(([name, label]) => `${label}: call ${closer(calls, name)}`)
        .join(" · "),
    ),
  );
}

function moved(edge) {
  const end = (label, place) => [
    h("dt", {}, label),
    h(
      "dd",
      {},
      `call ${place.call}: `,
      shown(place.server, 60),
      " › ",
      shown(place.tool, 60),
      h("br"),
      h("code", {}, shown(place.pointer || "(all of it)", 200)),
    ),
  ];
  return [
    h("h2", {}, level(edge.level), " ", PATTERNS[edge.pattern] ?? edge.pattern),
    h("p", { class: "sentence" }, shown(edge.reason, 600)),
    h(
      "dl",
      { class: "facts-list" },
      end("From", edge.from),
      end("To", edge.to),
      h("dt", {}, "Copied"),
      h(
        "dd",
        {},
        `${counted(edge.characters, "character")}, ${edge.novel.toLocaleString()} of them specific to this response (not common text, not from the agent). The data itself is not stored.`,
      ),
      edge.transforms?.length > 0 && [h("dt", {}, "Encoded as"), h("dd", {}, edge.transforms.join(", "))],
    ),
  ];
}

function timeline(graph, calls) {
  const more = new Map(calls.map((call) => [call.call, call]));
  return h(
    "ol",
    { class: "timeline" },
    graph.calls.map((node) => {
      const own = more.get(node.call);
      const closed = LEGS.filter(([name]) => closer(calls, name) === node.call);
      return h(
        "li",
        { class: `at-${node.verdict || "none"}` },
        h("span", { class: "num call-number" }, String(node.call)),
        own ? moment(own.time_ms) : h("span", { class: "note" }, "earlier"),
        verdict(node.verdict),
        risk(node.risk),
        h(
          "span",
          { class: "call-name" },
          own
            ? h(
                "a",
                { href: to("activity", [], { id: own.record }) },
                shown(node.server, 40),
                " › ",
                shown(node.tool, 60),
              )
            : [shown(node.server, 40), " › ", shown(node.tool, 60)],
        ),
        closed.map(([, label]) => h("span", { class: "chip leg-chip" }, label)),
        own?.reason && h("span", { class: "note why" }, shown(own.reason, 200)),
      );
    }),
  );
}
