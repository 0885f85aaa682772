// Calls that wait for a person: what would be sent, why it waits, and three answers.

import { ask, person } from "./api.js";
import { attempt, say } from "./dialog.js";
import { button, counted, fresh, h, isSettled, put, settle, soon } from "./dom.js";
import { empty, level, PATTERNS, risk } from "./marks.js";
import { json } from "./pretty.js";
import { remember } from "./remember.js";
import { to } from "./route.js";
import { plain, shown } from "./visible.js";
import { left, moment } from "./when.js";

const SOURCES = {
  agent_intent: "Agent’s intent",
  server_annotations: "Server’s annotations",
  name_heuristic: "Tool name",
  argument_analysis: "Arguments",
};

/** Decides about a call that waits. */
export function decideHold(hold, answer, reason = "") {
  const body = answer === "deny" && reason ? { by: person(), reason } : { by: person() };
  return attempt(async () => {
    await ask(`/api/v1/holds/${hold.id}/${answer}`, { method: "POST", body });
    say(
      answer === "approve" ? `Allowed: ${plain(hold.name, 60)}` : `Denied: ${plain(hold.name, 60)}`,
      answer === "approve" ? "good" : "",
    );
  });
}

export function mount(root, context) {
  const list = h("ul", { class: "list", "aria-label": "Held calls" });
  const detail = h("div", { class: "detail" });
  let all = [];
  let chosen = context.rest[0] ?? null;
  let isDeciding = false;
  put(root, h("h1", {}, "Holds"), h("div", { class: "split" }, list, detail));

  const draw = () => {
    if (!all.some((hold) => hold.id === chosen)) chosen = all[0]?.id ?? null;
    put(
      list,
      all.map((hold) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: to("holds", [hold.id]), "aria-current": hold.id === chosen ? "true" : null },
            h("span", { class: "list-name" }, shown(hold.server, 40), " › ", shown(hold.name, 60)),
            risk(hold.risk),
            h(
              "span",
              { class: "note" },
              shown(hold.principal, 40),
              ", ",
              h("span", { class: "num", "data-until": hold.until_ms }, left(hold.until_ms)),
              " left",
            ),
          ),
        ),
      ),
    );
    const hold = all.find((one) => one.id === chosen);
    if (hold && detail.dataset.hold !== hold.id) {
      put(detail, shownHold(hold, decide));
      settle(detail);
    } else if (!hold) {
      put(
        detail,
        empty(
          "No held calls.",
          "A call is held if the policy action is ",
          h("code", {}, "hold"),
          ", or if its risk reaches ",
          h("code", {}, "require_approval_threshold"),
          ". Try another policy on recorded calls in ",
          h("a", { href: to("policy") }, "Policy"),
          ".",
        ),
      );
    }
    detail.dataset.hold = hold?.id ?? "";
  };
  const load = () =>
    attempt(async () => {
      all = (await ask("/api/v1/holds")).holds.sort((one, other) => other.risk - one.risk);
      draw();
    });
  const move = (by) => {
    const at = all.findIndex((hold) => hold.id === chosen);
    const next = all[Math.min(all.length - 1, Math.max(0, at + by))];
    if (next) location.hash = to("holds", [next.id]);
  };
  /** Decides, once; what is decided is gone at once, so that nobody decides about it again. */
  const decide = async (answer, reason) => {
    const hold = all.find((one) => one.id === chosen);
    if (!hold || isDeciding || !isSettled(detail)) return;
    isDeciding = true;
    const isDone = await decideHold(hold, answer, reason);
    isDeciding = false;
    if (!isDone) return;
    all = all.filter((one) => one.id !== hold.id);
    draw();
  };
  context.keys({ j: () => move(1), k: () => move(-1), a: () => decide("approve"), b: () => decide("deny") });
  context.hear(["hold_opened", "hold_closed", "missed", "state"], soon(load, 80));
  load();
  const clock = setInterval(() => {
    for (const one of root.querySelectorAll("[data-until]")) put(one, left(Number(one.dataset.until)));
  }, 1000);
  return () => clearInterval(clock);
}

function shownHold(hold, decide) {
  const { assessment, decision } = hold.judgement ?? {};
  // What is likely wrong is not made the easy choice.
  const isGrave = hold.risk >= 70;
  const why = h("input", {
    type: "text",
    maxlength: 300,
    id: fresh("why"),
    placeholder: "reason, for the agent (optional)",
  });
  return [
    h(
      "header",
      { class: `verdict ${isGrave ? "bad" : "warn"}` },
      h(
        "p",
        { class: "what" },
        shown(hold.principal, 60),
        " calls ",
        h("strong", {}, shown(hold.server, 60), " › ", shown(hold.name, 100)),
      ),
      h("p", { class: "sentence" }, shown(hold.reason, 600)),
      h(
        "p",
        { class: "note" },
        "Risk ",
        risk(hold.risk),
        ". Since ",
        moment(hold.since_ms),
        ", denied in ",
        h("span", { class: "num", "data-until": hold.until_ms }, left(hold.until_ms)),
        " without a decision. Session ",
        hold.session ? h("a", { href: to("sessions", [hold.session]) }, shown(hold.session.slice(0, 8))) : "(none)",
        decision && [". Held by ", h("code", {}, shown(decision.by, 80))],
        ".",
      ),
    ),
    h(
      "div",
      { class: "acts decide" },
      button(["Allow once ", h("kbd", {}, "a")], () => decide("approve"), { class: isGrave ? "" : "good" }),
      button(["Deny ", h("kbd", {}, "b")], () => decide("deny", why.value.trim()), {
        class: isGrave ? "bad full" : "bad",
      }),
      h("label", { class: "off", for: why.id }, "Reason for the denial"),
      why,
      button("Allow and remember as a rule…", () => remember(hold)),
    ),
    assessment && disagreement(assessment),
    h(
      "section",
      { class: "card" },
      h("h2", {}, "What would be sent"),
      h(
        "p",
        { class: "note" },
        "Personal data and secrets are masked. ",
        counted(hold.arguments.bytes, "byte"),
        hold.arguments.is_cut && ", only the beginning is shown",
        ".",
      ),
      assessment && leaving(assessment),
      json(hold.arguments.text),
    ),
    h(
      "details",
      { class: "card" },
      h("summary", {}, "Full assessment"),
      h("pre", { class: "code" }, shown(hold.explanation)),
    ),
  ];
}

/** Who says what, with those who cannot both be right beside each other. */
function disagreement({ signals = [], contradictions = [], edges = [], alarms = [] }) {
  const disputed = new Set(
    contradictions.flatMap((found) => [`${found.signal1} ${found.claim1}`, `${found.signal2} ${found.claim2}`]),
  );
  return h(
    "section",
    { class: "card" },
    h("h2", {}, contradictions.length > 0 ? "Signals that disagree" : "Signals"),
    contradictions.map((found) =>
      h(
        "p",
        { class: "clash" },
        h("span", { class: "chip bad" }, String(found.severity)),
        " ",
        shown(found.explanation, 500),
      ),
    ),
    signals.length > 0 &&
      h(
        "table",
        { class: "plain" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Source", "Claim", "Evidence"].map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h(
          "tbody",
          {},
          signals.map((signal) =>
            h(
              "tr",
              { class: disputed.has(`${signal.source} ${signal.claim}`) ? "disputed" : null },
              h("th", { scope: "row" }, SOURCES[signal.source] ?? signal.source),
              h("td", {}, h("strong", {}, signal.claim.replace("_", " "))),
              h("td", {}, shown(signal.evidence, 200)),
            ),
          ),
        ),
      ),
    edges
      .filter((edge) => edge.level !== "safe")
      .map((edge) =>
        h(
          "p",
          { class: "flow-line" },
          level(edge.level),
          " ",
          PATTERNS[edge.pattern] ?? edge.pattern,
          edge.reason && [": ", shown(edge.reason, 400)],
        ),
      ),
    alarms.map((alarm) =>
      h("p", { class: "flow-line" }, h("span", { class: "chip bad" }, alarm.kind), " ", shown(alarm.evidence, 300)),
    ),
  );
}

function leaving({ sensitive = [], destinations = [] }) {
  if (sensitive.length + destinations.length === 0) return null;
  return h(
    "ul",
    { class: "facts" },
    sensitive.map((sensed) =>
      h(
        "li",
        {},
        h("span", { class: "chip bad" }, `${sensed.count} × ${sensed.kind}`),
        " at ",
        h("code", {}, shown(sensed.pointer || "the arguments", 120)),
      ),
    ),
    destinations.map((place) => h("li", {}, "to ", h("code", {}, shown(place, 120)))),
  );
}
