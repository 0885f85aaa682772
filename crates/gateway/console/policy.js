// What calls are judged by, and a dry run before anything is saved.

import { ask, person } from "./api.js";
import { attempt, say } from "./dialog.js";
import { button, fresh, h, put } from "./dom.js";
import { action } from "./marks.js";
import { outcome } from "./trial.js";
import { plain, shown } from "./visible.js";
import { moment } from "./when.js";

const ACTIONS = ["allow", "hold", "deny"];
const CLASSES = [
  ["read", "Calls that read"],
  ["write", "Calls that write, send or run"],
  ["destructive", "Destructive calls (cannot be undone)"],
  ["contradiction", "Calls whose signals contradict each other"],
];
const RISKS = [
  ["auto_flag_threshold", "Flag calls at or above risk"],
  ["require_approval_threshold", "Hold calls at or above risk"],
];

export function mount(root) {
  const body = h("div", {});
  put(root, h("h1", {}, "Policy"), body);
  const load = () => attempt(async () => put(body, page(await ask("/api/v1/policy"), load)));
  load();
}

function page(active, load) {
  const draft = structuredClone(active.policy);
  let rules = active.rules.map((rule) => ({ ...rule }));
  const told = h("div", { class: "trial", "aria-live": "polite" });
  const ruleBox = h("div", {});
  const snippet = h("div", {});
  const calls = h("input", { id: fresh("calls"), type: "number", min: 1, max: 20000, value: "5000" });
  const plainRules = () => rules.map(({ when, action: name, reason }) => ({ when, action: name, reason }));
  const tryout = () =>
    attempt(async () => {
      try {
        put(
          told,
          outcome(
            await ask("/api/v1/policy/try", {
              method: "POST",
              body: { policy: draft, rules: plainRules(), calls: Number(calls.value) || 5000 },
            }),
          ),
        );
      } catch (error) {
        put(told, h("p", { class: "wrong" }, shown(error.message, 600)));
      }
    });
  const save = () =>
    attempt(async () => {
      await ask("/api/v1/policy/rules", {
        method: "PUT",
        body: { rules: plainRules(), revision: active.revision, by: person() },
      });
      say("Rules saved. They apply from the next call on.", "good");
      load();
    });
  const changed = () => put(snippet, written(active, draft));
  const select = (value, set, label) => {
    const id = fresh("choice");
    const box = h(
      "select",
      {
        id,
        on: {
          change: () => {
            set(box.value);
            changed();
          },
        },
      },
      (label.words ?? ACTIONS).map((name) => h("option", { value: name }, name)),
    );
    box.value = value;
    return h("div", { class: "field-in" }, h("label", { for: id }, label.text), box);
  };
  const number = (name, text) => {
    const id = fresh(name);
    const box = h("input", {
      id,
      type: "number",
      min: 0,
      max: 100,
      value: String(draft.risk_assessment[name]),
      on: {
        change: () => {
          draft.risk_assessment[name] = Number(box.value);
          changed();
        },
      },
    });
    return h("div", { class: "field-in" }, h("label", { for: id }, text), box);
  };
  const drawRules = () =>
    put(
      ruleBox,
      rules.length > 0
        ? h(
            "ol",
            { class: "rules" },
            rules.map((rule, index) => editable(rule, index)),
          )
        : h(
            "p",
            { class: "note" },
            "None yet. Add one with the button below, or with “Allow and remember” on a held call.",
          ),
    );
  const editable = (rule, index) => {
    const id = fresh("rule");
    const when = h("textarea", {
      id,
      rows: 2,
      class: "code",
      spellcheck: "false",
      value: rule.when,
      on: {
        input: () => {
          rule.when = when.value;
        },
      },
    });
    const does = h(
      "select",
      {
        "aria-label": `Action of rule ${index + 1}`,
        on: {
          change: () => {
            rule.action = does.value;
          },
        },
      },
      ACTIONS.map((name) => h("option", { value: name }, name)),
    );
    does.value = rule.action;
    const why = h("input", {
      type: "text",
      "aria-label": `Reason of rule ${index + 1}`,
      maxlength: 300,
      value: rule.reason,
      on: {
        input: () => {
          rule.reason = why.value;
        },
      },
    });
    const shift = (by) => () => {
      rules.splice(index + by, 0, ...rules.splice(index, 1));
      drawRules();
    };
    return h(
      "li",
      {},
      h("label", { class: "off", for: id }, `Rule ${index + 1}, condition`),
      when,
      h(
        "div",
        { class: "rule-row" },
        does,
        why,
        button("Up", shift(-1), { class: "small", disabled: index === 0, "aria-label": `Move rule ${index + 1} up` }),
        button(
          "Remove",
          () => {
            rules = rules.filter((one) => one !== rule);
            drawRules();
          },
          { class: "small bad", "aria-label": `Remove rule ${index + 1}` },
        ),
      ),
      rule.by && h("p", { class: "note" }, "by ", shown(rule.by, 60), " ", moment(rule.time_ms)),
    );
  };
  drawRules();
  changed();
  return [
    active.mode === "log_only" &&
      h(
        "p",
        { class: "verdict warn" },
        "Verdicts are recorded, but not enforced: ",
        h("code", {}, 'mode = "log_only"'),
        ". Every call is allowed.",
      ),
    h(
      "section",
      { class: "card", "aria-labelledby": "base" },
      h("h2", { id: "base" }, "From the configuration"),
      h(
        "p",
        { class: "note" },
        h("code", {}, plain(active.configuration, 200)),
        ". Changes here are a preview. To apply them, edit this file.",
      ),
      h(
        "div",
        { class: "grid-in" },
        CLASSES.map(([name, text]) =>
          select(
            draft.tool_policy[name],
            (value) => {
              draft.tool_policy[name] = value;
            },
            { text },
          ),
        ),
        select(
          draft.trifecta,
          (value) => {
            draft.trifecta = value;
          },
          { text: "A call that completes the trifecta", words: ["off", "warn", "hold", "deny"] },
        ),
        RISKS.map(([name, text]) => number(name, text)),
        select(
          String(draft.risk_assessment.block_on_critical),
          (value) => {
            draft.risk_assessment.block_on_critical = value === "true";
          },
          { text: "Deny critical risk", words: ["false", "true"] },
        ),
      ),
      h("h3", {}, "Rules in the configuration"),
      draft.rules.length > 0
        ? h(
            "ol",
            { class: "rules" },
            draft.rules.map((rule) =>
              h(
                "li",
                {},
                action(rule.action),
                " ",
                h("code", {}, shown(rule.when, 400)),
                h("span", { class: "note" }, " ", shown(rule.reason, 200)),
              ),
            ),
          )
        : h("p", { class: "note" }, "None."),
      snippet,
    ),
    h(
      "section",
      { class: "card", "aria-labelledby": "added" },
      h("h2", { id: "added" }, "Added rules"),
      h(
        "p",
        { class: "note" },
        "They are checked after the rules of the configuration, in this order; the first rule that matches decides. They are stored in ",
        h("code", {}, "rules.json"),
        " in the data folder; every change is recorded.",
      ),
      ruleBox,
      h(
        "div",
        { class: "acts" },
        button("Add a rule", () => {
          rules.push({ when: "tool.server == 'name' && tool.operation != 'read'", action: "hold", reason: "" });
          drawRules();
        }),
      ),
    ),
    h(
      "section",
      { class: "card", "aria-labelledby": "dry" },
      h("h2", { id: "dry" }, "Dry run"),
      h(
        "div",
        { class: "acts" },
        h("label", { for: calls.id }, "on the newest"),
        calls,
        h("span", {}, "calls"),
        button("Try it", tryout, { class: "primary" }),
        button("Save the added rules", save, { class: "good" }),
      ),
      told,
    ),
  ];
}

/** What has to stand in the configuration for what was changed here. */
function written(active, draft) {
  const lines = [];
  for (const part of ["tool_policy", "risk_assessment"]) {
    const other = Object.entries(draft[part]).filter(([name, value]) => active.policy[part][name] !== value);
    if (other.length > 0) lines.push([`security.${part}`, Object.fromEntries(other)]);
  }
  const trifecta = active.policy.trifecta !== draft.trifecta;
  if (lines.length === 0 && !trifecta) return null;
  const isToml = active.configuration.endsWith(".toml");
  const toml = [
    trifecta && `[security]\ntrifecta = ${JSON.stringify(draft.trifecta)}`,
    ...lines.map(
      ([name, values]) =>
        `[${name}]\n${Object.entries(values)
          .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
          .join("\n")}`,
    ),
  ]
    .filter(Boolean)
    .join("\n\n");
  const tree = {
    security: {
      ...(trifecta ? { trifecta: draft.trifecta } : {}),
      ...Object.fromEntries(lines.map(([name, values]) => [name.slice(9), values])),
    },
  };
  return h(
    "div",
    { class: "snippet" },
    h("p", {}, "To apply these changes, add this to the configuration; it takes effect within a second after you save the file:"),
    h("pre", { class: "code" }, isToml ? toml : JSON.stringify(tree, null, 2)),
  );
}
