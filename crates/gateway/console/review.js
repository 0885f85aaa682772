// One definition at a time: what was approved, what is there now, what a scan says to the difference.

import { ask } from "./api.js";
import { approve, block } from "./decide.js";
import { attempt } from "./dialog.js";
import { compare, side } from "./diff.js";
import { button, counted, h, isSettled, put, settle, soon } from "./dom.js";
import { empty, risk, state } from "./marks.js";
import { to } from "./route.js";
import { payloads, shown } from "./visible.js";
import { moment } from "./when.js";

const ORDER = { rug_pull: 0, approved: 1, quarantined: 2, blocked: 3 };
const CHANGES = { added: "new field", removed: "field removed", changed: "changed" };

export function mount(root, context) {
  const list = h("ul", { class: "list", "aria-label": "Definitions that need a decision" });
  const detail = h("div", { class: "detail", "aria-live": "off" });
  let all = [];
  let chosen = context.rest[0] ?? null;
  let current = null;
  let isDeciding = false;
  put(root, h("h1", {}, "Review"), h("div", { class: "split" }, list, detail));

  const draw = async () => {
    chosen ??= all[0]?.id ?? null;
    put(
      list,
      all.length > 0
        ? all.map((tool) =>
            h(
              "li",
              {},
              h(
                "a",
                { href: to("review", [tool.id]), "aria-current": tool.id === chosen ? "true" : null },
                h("span", { class: "list-name" }, shown(tool.server, 40), " › ", shown(tool.name || tool.item, 60)),
                state(tool.state),
                risk(tool.risk),
              ),
            ),
          )
        : h("li", { class: "note" }, "Nothing to review."),
    );
    if (!chosen) {
      put(
        detail,
        empty(
          "No definitions to review.",
          "New definitions, and definitions that changed after their approval, appear here at once. All tools are in ",
          h("a", { href: to("tools") }, "Servers and tools"),
          ".",
        ),
      );
      return;
    }
    const [tool, diff] = await Promise.all([ask(`/api/v1/tools/${chosen}`), ask(`/api/v1/tools/${chosen}/diff`)]);
    if (
      current?.id === tool.id &&
      current.seen.fingerprint === tool.seen.fingerprint &&
      current.state === tool.state &&
      current.held?.reason === tool.held?.reason &&
      String(current.siblings_changed) === String(tool.siblings_changed) &&
      current.decided_ms === tool.decided_ms
    )
      return;
    current = tool;
    put(detail, shownTool(tool, diff, decide));
    settle(detail);
  };
  const load = () =>
    attempt(async () => {
      const { tools } = await ask("/api/v1/tools?pending=true&limit=1000");
      const danger = (tool) => tool.risk;
      all = tools
        .filter((tool) => !tool.is_gone || tool.state === "rug_pull")
        .sort(
          (one, other) =>
            (ORDER[one.state] ?? 9) - (ORDER[other.state] ?? 9) ||
            danger(other) - danger(one) ||
            one.id.localeCompare(other.id),
        );
      await draw();
    });
  const move = (by) => {
    const at = all.findIndex((tool) => tool.id === chosen);
    const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))];
    if (next && next.id !== chosen) location.hash = to("review", [next.id]);
  };
  /** Decides, and goes on to what waits next. */
  const decide = async (act) => {
    const tool = current;
    if (!tool || isDeciding || !isSettled(detail)) return;
    const at = all.findIndex((one) => one.id === tool.id);
    isDeciding = true;
    const isDone = await act(tool);
    isDeciding = false;
    if (!isDone) return load();
    const others = all.filter((one) => one.id !== tool.id);
    const next = others[Math.max(0, at)] ?? others.at(-1);
    if (next && at >= 0) location.hash = to("review", [next.id]);
    else load();
  };
  context.keys({ j: () => move(1), k: () => move(-1), a: () => decide(approve), b: () => decide(block) });
  context.hear(["held", "siblings_flagged", "decided", "server_up", "catalog_changed", "missed", "state"], soon(load, 120));
  load();
}

function shownTool(tool, diff, decide) {
  const isChange = Boolean(tool.approved);
  const signals = isChange ? diff.new_signals : (tool.seen.finding?.signals ?? []);
  const fields = diff.fields.toSorted(
    (one, other) => weight(other, signals) - weight(one, signals) || one.field.localeCompare(other.field),
  );
  const placed = new Set(fields.flatMap((field) => at(field, signals)));
  const elsewhere = signals.filter((signal) => !placed.has(signal));
  // What is likely wrong is not made the easy choice.
  const tone =
    tool.state === "rug_pull" || signals.some((signal) => signal.tier === "hard")
      ? "bad"
      : tool.is_pending
        ? "warn"
        : "";
  return [
    h(
      "header",
      { class: `verdict ${tone}` },
      h(
        "p",
        { class: "what" },
        state(tool.state),
        " ",
        h("strong", {}, shown(tool.server, 60), " › ", shown(tool.name || tool.item, 100)),
        " ",
        h("span", { class: "note" }, tool.item),
      ),
      h("p", { class: "sentence" }, shown(headline(tool, diff, signals), 600)),
      h(
        "p",
        { class: "note" },
        tool.held && [shown(tool.held.text, 300), ". "],
        !tool.held &&
          tool.siblings_changed && [
            "In use, and to be reviewed: another definition of its server has changed (",
            shown(tool.siblings_changed.join(", "), 200),
            "). ",
          ],
        tool.is_gone && "Its server does not declare it any more. ",
        "First seen ",
        moment(tool.first_seen_ms),
        ", changed ",
        moment(tool.changed_ms),
        tool.decided_by && [", decided by ", shown(tool.decided_by, 60), " ", moment(tool.decided_ms ?? 0)],
        ". Fingerprint ",
        h("code", {}, tool.seen.fingerprint.slice(0, 12)),
        ".",
        !tool.seen.is_covered && " Some checks did not cover all of it.",
      ),
    ),
    h(
      "div",
      { class: "acts decide" },
      (tool.is_pending || tool.state === "blocked") &&
        button(["Approve ", h("kbd", {}, "a")], () => decide(approve), {
          class: tone === "bad" ? "" : "good",
          title: "Agents can see and call exactly this version. A changed version needs a new approval.",
        }),
      tool.state !== "blocked" &&
        button(["Block ", h("kbd", {}, "b")], () => decide(block), {
          class: tone === "bad" ? "bad full" : "bad",
          title: "No agent can see or call any version of it.",
        }),
      h("span", { class: "note" }, "Approval applies only to exactly this version. A block applies to every later version too."),
    ),
    elsewhere.length > 0 &&
      h(
        "section",
        { class: "card" },
        h("h2", {}, "Findings"),
        elsewhere.map((signal) => finding(signal)),
      ),
    fields.length > 0
      ? fields.map((field) => shownField(field, at(field, signals), isChange))
      : h("p", { class: "note" }, "It is identical to the approved version."),
    diff.gone_signals.length > 0 &&
      h(
        "p",
        { class: "note" },
        "No longer found: ",
        [...new Set(diff.gone_signals.map((signal) => signal.check))].join(", "),
        ".",
      ),
  ];
}

function headline(tool, diff, signals) {
  const checks = new Set(signals.map((signal) => signal.check)).size;
  const found = checks > 0 ? `a scan has findings of ${counted(checks, "check")}` : "a scan has no findings";
  if (tool.approved && diff.fields.length > 0) {
    return `It differs from the approved version: ${diff.fields.map((field) => field.field).join(", ")} ${diff.fields.length === 1 ? "is" : "are"} different, and ${found}.`;
  }
  return tool.approved ? `It is identical to the approved version, and ${found}.` : `It is not yet approved or blocked; ${found}.`;
}

function at(field, signals) {
  return signals.filter(
    (signal) => signal.pointer === `/${field.field}` || signal.pointer.startsWith(`/${field.field}/`),
  );
}

function weight(field, signals) {
  return at(field, signals).length * 2 + (field.field === "description" ? 1 : 0);
}

function shownField(field, signals, isChange) {
  const text = field.after ?? "";
  const evidence = signals
    .map((signal) => signal.evidence)
    .filter((words) => words?.length > 3 && words.length < text.length * 0.8);
  const runs = compare(field.before ?? "", field.after ?? "");
  const hidden = payloads(field.after);
  const before = h(
    "div",
    { class: "was" },
    h("h3", {}, "Approved"),
    h("div", { class: "text" }, field.before === null ? h("em", {}, "absent") : side(runs, "old")),
  );
  const after = h(
    "div",
    { class: "now" },
    h("h3", {}, isChange ? "Now" : "What agents would see (sensitive values are masked here)"),
    h(
      "div",
      { class: "text" },
      field.after === null
        ? h("em", {}, "absent")
        : side(isChange ? runs : [["same", field.after]], "new", evidence),
    ),
  );
  return h(
    "section",
    { class: "card field" },
    h(
      "h2",
      {},
      h("code", {}, shown(field.field, 80)),
      " ",
      isChange && h("span", { class: "note" }, CHANGES[field.change]),
      field.is_alike && h("span", { class: "note" }, ": both look the same here, because the difference was masked"),
    ),
    h("div", { class: isChange ? "sides" : "sides one" }, isChange && before, after),
    hidden.map(({ piece, says }) =>
      h("p", { class: "payload" }, h("code", {}, shown(piece, 40)), " decodes to ", h("strong", {}, shown(says, 300))),
    ),
    signals.map((signal) => finding(signal, text)),
  );
}

/** What a check says. The words that it quotes are repeated only where they do not stand above. */
function finding(signal, text = "") {
  return h(
    "p",
    { class: `finding ${signal.tier}` },
    h("span", { class: signal.tier === "hard" ? "chip bad" : "chip warn" }, signal.check),
    " ",
    shown(signal.detail, 400),
    h(
      "span",
      { class: "note" },
      " at ",
      h("code", {}, shown(signal.pointer, 80)),
      `, ${Math.round(signal.confidence * 100)}\u00a0% confidence`,
    ),
    signal.evidence && !text.includes(signal.evidence) && h("span", { class: "quote" }, shown(signal.evidence, 300)),
  );
}
