// What happened, as it happens: filters that stay in the address, a panel for one record, export, and the proof.

import { ask, path } from "./api.js";
import { attempt, open } from "./dialog.js";
import { button, counted, fresh, h, put, soon } from "./dom.js";
import { risk, verdict } from "./marks.js";
import { json } from "./pretty.js";
import { rows } from "./rows.js";
import { to } from "./route.js";
import { shown } from "./visible.js";
import { moment, took } from "./when.js";

const KINDS = ["call", "decision", "quarantine", "scan", "server", "configuration", "security", "ledger"];
const VERDICTS = ["allow", "mask", "hold", "deny"];
const TEXTS = [
  ["server", "server"],
  ["name", "tool or name"],
  ["principal", "agent or person"],
  ["session", "session"],
  ["method", "method"],
  ["trace", "trace"],
  ["request", "request id, as JSON"],
];
const NUMBERS = [
  ["risk_from", "risk from"],
  ["duration_from_us", "duration from (µs)"],
  ["bytes_from", "size from (bytes)"],
];
const TIMES = [
  ["since", "since"],
  ["until", "until"],
];
const PAGE = 500;
const EXPORT = 100000;

export function mount(root, context) {
  const values = filters(context.query);
  const count = h("span", { class: "note", role: "status" });
  const news = button("", () => list.toTop(), { class: "news", hidden: true });
  const detail = h("aside", { class: "record", "aria-live": "polite", hidden: true });
  let next = null;
  let newest = 0;
  let run = 0;
  let unseen = 0;
  const list = rows({
    label: "Activity record",
    row: (record) => line(record, () => choose(record.id)),
    more: () => next && more(),
  });
  const choose = (id) =>
    attempt(async () => {
      context.keep({ id });
      const record = await ask(`/api/v1/activity/${id}`);
      detail.hidden = false;
      put(
        detail,
        panel(record, () => {
          detail.hidden = true;
          context.keep({ id: "" });
        }),
      );
    });
  const tell = () => put(count, counted(list.count(), "record"), next ? ", more below" : "");
  const load = () =>
    attempt(async () => {
      const mine = (run += 1);
      const told = await ask(path("/api/v1/activity", { ...values, limit: PAGE }));
      if (mine !== run) return;
      next = told.next;
      newest = told.records[0]?.id ?? newest;
      list.set(told.records);
      tell();
      put(
        none,
        told.records.length === 0 &&
          h(
            "div",
            { class: "empty" },
            h("p", { class: "empty-title" }, "No records match."),
            h("p", {}, "Remove filters, or wait: new records appear here automatically."),
          ),
      );
    });
  const more = () =>
    attempt(async () => {
      const [mine, cursor] = [run, next];
      const told = await ask(path("/api/v1/activity", { ...values, limit: 1000, cursor }));
      if (mine !== run || cursor !== next) return;
      next = told.next;
      list.add(told.records);
      tell();
    });
  /** What came since the newest that is here. */
  const fresher = soon(
    () =>
      attempt(async () => {
        const mine = run;
        const told = await ask(
          path("/api/v1/activity", { ...values, limit: 1000, order: "oldest", cursor: newest || null }),
        );
        const came = told.records.filter((record) => record.id > newest).reverse();
        if (mine !== run || came.length === 0) return;
        newest = came[0].id;
        put(none);
        unseen = list.isAtTop() ? 0 : unseen + came.length;
        list.put(came);
        news.hidden = unseen === 0;
        put(news, `${counted(unseen, "new record")} above`);
        tell();
        if (told.next) fresher();
      }),
    250,
  );
  list.box.addEventListener("scroll", () => {
    if (list.isAtTop()) {
      unseen = 0;
      news.hidden = true;
    }
  });
  const change = (name, value) => {
    if (value.length > 0) values[name] = value;
    else delete values[name];
    context.keep({ [name]: Array.isArray(value) ? value.join(",") : value });
    load();
  };
  const none = h("div", {});
  put(
    root,
    h("h1", {}, "Activity"),
    bar(values, change),
    h(
      "div",
      { class: "head tools" },
      count,
      h(
        "div",
        { class: "acts" },
        button("Export", () => exportAll(values)),
        button("Verify the chain", verify),
      ),
    ),
    h("div", { class: "watch" }, h("div", { class: "watch-list card" }, header(), list.box, news, none), detail),
  );
  context.hear(["any"], ({ detail: { name } }) => name !== "state" && fresher());
  load();
  const id = Number(context.query.get("id"));
  if (id > 0) choose(id);
}

/** The filters of an address. */
function filters(query) {
  const values = {};
  for (const name of ["kind", "verdict"]) if (query.get(name)) values[name] = query.get(name).split(",");
  for (const [name] of [...TEXTS, ...NUMBERS, ...TIMES, ["failed"]])
    if (query.get(name)) values[name] = query.get(name);
  return values;
}

function bar(values, change) {
  const many = (name, all) =>
    h(
      "fieldset",
      { class: "many" },
      h("legend", {}, name),
      all.map((one) => {
        const box = h("input", {
          type: "checkbox",
          checked: (values[name] ?? []).includes(one),
          on: {
            change: () =>
              change(
                name,
                all.filter((each) => boxes.get(each).checked),
              ),
          },
        });
        boxes.set(one, box);
        return h("label", {}, box, one);
      }),
    );
  const boxes = new Map();
  const field = (name, label, type = "text") => {
    const id = fresh(name);
    const isTime = type === "datetime-local";
    const input = h("input", {
      id,
      type,
      min: type === "number" ? 0 : null,
      value: isTime ? "" : (values[name] ?? ""),
    });
    input.addEventListener("change", () =>
      change(name, isTime && input.value ? new Date(input.value).toISOString() : input.value.trim()),
    );
    return h("div", { class: "field-in" }, h("label", { for: id }, label), input);
  };
  const failed = h(
    "select",
    { id: fresh("failed"), on: { change: () => change("failed", failed.value) } },
    [
      ["", "any"],
      ["true", "failed"],
      ["false", "succeeded"],
    ].map(([value, text]) => h("option", { value }, text)),
  );
  failed.value = values.failed ?? "";
  const deep = [...TEXTS, ...NUMBERS, ...TIMES].some(([name]) => values[name]) || values.failed;
  return h(
    "form",
    { class: "card bar-box", on: { submit: (event) => event.preventDefault() } },
    h("div", { class: "manies" }, many("kind", KINDS), many("verdict", VERDICTS)),
    h(
      "details",
      { open: Boolean(deep) },
      h("summary", {}, "More filters"),
      h(
        "div",
        { class: "grid-in" },
        TEXTS.map(([name, label]) => field(name, label)),
        NUMBERS.map(([name, label]) => field(name, label, "number")),
        TIMES.map(([name, label]) => field(name, label, "datetime-local")),
        h("div", { class: "field-in" }, h("label", { for: failed.id }, "outcome"), failed),
      ),
    ),
  );
}

const COLUMNS = ["Time", "Event", "Verdict", "Risk", "Target", "Agent or person", "Details"];

function header() {
  return h(
    "div",
    { class: "line line-head", "aria-hidden": "true" },
    COLUMNS.map((name) => h("span", {}, name)),
  );
}

function line(record, act) {
  const cell = (...content) => h("span", { role: "cell" }, content);
  const what = record.kind === "call" ? record.method : `${record.kind} ${record.method}`;
  const opened = h("button", { type: "button", class: "line-open", on: { click: act } }, shown(what, 40));
  return h(
    "div",
    {
      class: "line",
      role: "row",
      "data-record": record.id,
      on: { click: (event) => event.target.closest("button") || act() },
    },
    cell(moment(record.time_ms)),
    cell(opened),
    cell(record.verdict && verdict(record.verdict)),
    cell(record.kind === "call" && risk(record.risk)),
    cell(record.server && shown(record.server, 40), record.server && record.name && " › ", shown(record.name, 60)),
    cell(shown(record.principal, 40)),
    cell(shown(record.error ?? record.outcome ?? record.reason ?? "", 160)),
  );
}

function panel(record, close) {
  const facts = [
    ["Record", String(record.id)],
    ["Kind", record.kind],
    ["Method", shown(record.method)],
    ["Server", shown(record.server)],
    ["Name", shown(record.name)],
    ["Agent or person", shown(record.principal)],
    ["Session", record.session && h("a", { href: to("sessions", [record.session]) }, shown(record.session))],
    ["Request", shown(record.request)],
    ["Trace", shown(record.trace)],
    ["Outcome", record.outcome && shown(record.outcome)],
    ["Duration", took(record.duration_us)],
    ["Error", record.error && shown(record.error)],
    ["Hash", h("code", { class: "hash" }, record.hash)],
    ["Previous hash", h("code", { class: "hash" }, record.previous)],
  ];
  const body = (title, told) =>
    told &&
    h(
      "section",
      {},
      h(
        "h3",
        {},
        title,
        h("span", { class: "note" }, ` ${counted(told.bytes, "byte")}${told.is_cut ? ", only the beginning" : ""}, masked`),
      ),
      told.text === null ? h("p", { class: "note" }, "No longer stored.") : json(told.text),
    );
  return h(
    "div",
    { class: "card" },
    h(
      "div",
      { class: "head" },
      h(
        "h2",
        {},
        moment(record.time_ms),
        " ",
        record.verdict && verdict(record.verdict),
        " ",
        record.kind === "call" && risk(record.risk),
      ),
      button("Close", close, { class: "quiet" }),
    ),
    record.reason && h("p", { class: "sentence" }, shown(record.reason)),
    h(
      "dl",
      { class: "facts-list" },
      facts
        .filter(([, value]) => value && value.textContent !== "")
        .map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    ),
    body("Arguments", record.arguments),
    body("Response", record.response),
    record.note && h("details", {}, h("summary", {}, "Machine-readable note"), json(record.note)),
  );
}

/** All records that fit, as a file of JSON Lines. */
function exportAll(values) {
  return attempt(async () => {
    const lines = [];
    let cursor = null;
    do {
      const told = await ask(path("/api/v1/activity", { ...values, limit: 1000, cursor }));
      lines.push(...told.records.map((record) => JSON.stringify(record)));
      cursor = told.next;
    } while (cursor && lines.length < EXPORT);
    const url = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "application/jsonl" }));
    h("a", { href: url, download: "vetgate-activity.jsonl" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  });
}

function verify() {
  return open("Verify the chain", () => {
    const told = h(
      "div",
      { "aria-live": "polite" },
      h("p", {}, "Checking every record, its hash and its signature…"),
    );
    attempt(async () => {
      const proof = await ask("/api/v1/audit/verify", { method: "POST" });
      const { checkpoint, public_key: key } = await ask("/api/v1/audit/checkpoint");
      put(
        told,
        proof.holds
          ? h(
              "p",
              { class: "sentence" },
              h("span", { class: "chip good" }, "valid"),
              " No record was changed after it was written.",
            )
          : h(
              "p",
              { class: "sentence" },
              h("span", { class: "chip bad" }, "broken"),
              ` Record ${proof.record}: `,
              shown(proof.wrong ?? ""),
            ),
        h(
          "dl",
          { class: "facts-list" },
          h("dt", {}, "Last record"),
          h("dd", {}, `${checkpoint.id}, `, moment(checkpoint.time_ms)),
          h("dt", {}, "Hash of the last record"),
          h("dd", {}, h("code", { class: "hash" }, checkpoint.hash)),
          h("dt", {}, "Public key"),
          h("dd", {}, h("code", { class: "hash" }, key)),
        ),
        h(
          "p",
          { class: "note" },
          "Keep a copy of this hash elsewhere from time to time: a chain that was rewritten from the start has a different hash.",
        ),
      );
    });
    return told;
  });
}
