// "Allow and remember": the rule that would have let a call through, what it would have done before, and saving it.

import { ask, person } from "./api.js";
import { attempt, open, say } from "./dialog.js";
import { button, fresh, h, put, soon } from "./dom.js";
import { action } from "./marks.js";
import { outcome } from "./trial.js";
import { plain, shown } from "./visible.js";

/** A text in an expression. JSON's way to write it is one of CEL's. */
const quoted = (text) => JSON.stringify(text);

/** The narrowest rule that fits: this tool, this agent, these places, no greater risk. */
export function ruleFor(hold, { agent = true, places = true, risk = true } = {}) {
  const parts = [`tool.server == ${quoted(hold.server)}`, `tool.name == ${quoted(hold.name)}`];
  if (agent) parts.push(`session.principal == ${quoted(hold.principal)}`);
  const to = hold.judgement?.assessment?.destinations ?? [];
  if (places && to.length > 0)
    parts.push(`destinations.all(d, ${to.map((one) => `d == ${quoted(one)}`).join(" || ")})`);
  if (risk) parts.push(`risk.score <= ${hold.risk}`);
  return parts.join(" && ");
}

export function remember(hold) {
  return open(
    "Allow and remember as a rule",
    (close) => {
      const id = fresh("rule");
      const places = hold.judgement?.assessment?.destinations ?? [];
      const box = (name, label) =>
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", name, checked: true, on: { change: () => write() } }),
          label,
        );
      const boxes = [
        box("agent", ["only for the agent ", shown(hold.principal, 60)]),
        places.length > 0 && box("places", ["only to ", shown(places.join(", "), 120)]),
        box("risk", `only up to risk ${hold.risk}, the risk of this call`),
      ].filter(Boolean);
      const when = h("textarea", { id, rows: 4, spellcheck: "false", class: "code", on: { input: () => tryout() } });
      const reason = h("input", {
        id: `${id}-why`,
        type: "text",
        maxlength: 300,
        value: `allowed by ${person()} after a review of one call`,
      });
      const told = h("div", { class: "trial", "aria-live": "polite" });
      const save = button("Save the rule and allow this call", () => act(), { class: "good" });
      const chosen = () =>
        Object.fromEntries(boxes.map((one) => [one.querySelector("input").name, one.querySelector("input").checked]));
      const write = () => {
        when.value = ruleFor(hold, chosen());
        tryout();
      };
      const rule = () => ({ when: when.value, action: "allow", reason: reason.value || "allowed" });
      let policy = null;
      const tryout = soon(async () => {
        try {
          policy ??= await ask("/api/v1/policy");
          const rules = [...policy.rules.map(({ when, action, reason }) => ({ when, action, reason })), rule()];
          const tried = await ask("/api/v1/policy/try", { method: "POST", body: { rules, hold: hold.id } });
          const would = tried.hold;
          put(
            told,
            would &&
              h(
                "p",
                {},
                "This call would be: ",
                action(would.action),
                " by ",
                h("code", {}, would.by),
                would.action !== "allow" && [
                  ". ",
                  h("strong", {}, "The rule would not allow this call: "),
                  "rules of the configuration, and servers whose declarations were contradicted, take precedence.",
                ],
              ),
            outcome(tried),
          );
          save.disabled = false;
        } catch (error) {
          put(told, h("p", { class: "wrong" }, shown(error.message, 600)));
          save.disabled = true;
        }
      }, 200);
      const act = () =>
        attempt(async () => {
          const fresh = await ask("/api/v1/policy");
          const rules = [...fresh.rules.map(({ when, action, reason }) => ({ when, action, reason })), rule()];
          await ask("/api/v1/policy/rules", { method: "PUT", body: { rules, revision: fresh.revision, by: person() } });
          await ask(`/api/v1/holds/${hold.id}/approve`, { method: "POST", body: { by: person() } });
          say(`Rule saved, call allowed: ${plain(hold.name, 60)}`, "good");
          close(true);
        });
      write();
      return [
        h(
          "p",
          {},
          "From now on, calls that match this rule are allowed without a hold, unless a rule of the configuration decides otherwise. The rule is stored in the data folder, and the change is recorded.",
        ),
        h("div", { class: "checks" }, boxes),
        h("label", { for: id }, "The rule"),
        when,
        h("label", { for: reason.id }, "Why"),
        reason,
        told,
        h(
          "div",
          { class: "acts end" },
          button("Cancel", () => close(null)),
          save,
        ),
      ];
    },
    { class: "wide" },
  );
}
