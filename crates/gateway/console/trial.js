// What another policy would have done with the calls on record, in words and in a table.

import { counted, h } from "./dom.js";
import { action, risk } from "./marks.js";
import { to } from "./route.js";
import { shown } from "./visible.js";
import { moment } from "./when.js";

/** One sentence: "This would have denied 12 of 4,031 calls, and held 3." */
export function sentence(tried) {
  if (tried.calls === 0) return "There are no recorded calls to try it on yet.";
  if (tried.changed === 0) return `This would have changed nothing in ${counted(tried.calls, "call")}.`;
  const words = { allow: "allowed", hold: "held", deny: "denied" };
  const counts = {};
  for (const { action: name, calls } of tried.by) counts[name] = (counts[name] ?? 0) + calls;
  const parts = ["deny", "hold", "allow"]
    .filter((name) => counts[name])
    .map((name) => `${words[name]} ${counts[name].toLocaleString()}`);
  return `This would have ${parts.join(", ")} of ${counted(tried.calls, "call")}.`;
}

/** All of it. */
export function outcome(tried) {
  return h(
    "div",
    { class: "outcome" },
    h("p", { class: "sentence" }, sentence(tried)),
    tried.calls > 0 &&
      h(
        "table",
        { class: "plain narrow" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["", "Allowed", "Held", "Denied"].map((name) =>
              h("th", { scope: "col" }, name || h("span", { class: "off" }, "When")),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          [
            ["was", tried.was],
            ["would be", tried.would],
          ].map(([name, counts]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, name),
              ["allow", "hold", "deny"].map((one) => h("td", { class: "num" }, counts[one].toLocaleString())),
            ),
          ),
        ),
      ),
    tried.by.length > 0 &&
      h(
        "p",
        { class: "note" },
        tried.by.map(({ action: name, by, calls }) => [
          action(name),
          ` ${calls.toLocaleString()} by `,
          h("code", {}, by),
          " ",
        ]),
      ),
    tried.shown.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, `The newest ${tried.shown.length} of them`),
        h(
          "table",
          { class: "plain" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Time", "Tool", "Risk", "Decision then", "New decision", "Reason"].map((name) => h("th", { scope: "col" }, name)),
            ),
          ),
          h(
            "tbody",
            {},
            tried.shown.map((one) =>
              h(
                "tr",
                {},
                h("td", {}, h("a", { href: to("activity", [], { id: one.record }) }, moment(one.time_ms))),
                h("td", {}, shown(one.server, 40), " › ", shown(one.tool, 60)),
                h("td", {}, risk(one.risk)),
                h("td", {}, action(one.was.action)),
                h("td", {}, action(one.would.action)),
                h("td", {}, shown(one.would.reason, 200)),
              ),
            ),
          ),
        ),
      ),
    (tried.unjudged > 0 || tried.without_arguments > 0) &&
      h(
        "p",
        { class: "note" },
        tried.unjudged > 0 && `${counted(tried.unjudged, "call")} recorded without a judgement; not included. `,
        tried.without_arguments > 0 &&
          `${counted(tried.without_arguments, "call")} whose arguments are no longer stored: a rule that uses them counts as matched, unless its action is “allow”.`,
      ),
  );
}
