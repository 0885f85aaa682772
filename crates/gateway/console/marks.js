// Small signs that mean the same on every page: verdicts, states, risks, levels, legs.

import { h } from "./dom.js";

const VERDICTS = { allow: "good", mask: "info", hold: "warn", deny: "bad" };
const STATES = {
  approved: ["good", "approved"],
  quarantined: ["warn", "quarantined"],
  rug_pull: ["bad", "changed"],
  blocked: ["mute", "blocked"],
  up: ["good", "up"],
  starting: ["info", "starting"],
  down: ["bad", "down"],
  misconfigured: ["bad", "misconfigured"],
};
const LEVELS = { safe: "good", suspicious: "warn", critical: "bad" };
const ACTIONS = { allow: ["good", "allow"], approve: ["warn", "hold"], deny: ["bad", "deny"] };

export const LEGS = [
  ["private_data", "Private data", "The session read private data"],
  ["untrusted_content", "Untrusted content", "It has read untrusted content"],
  ["external_channel", "External destination", "A later call goes to an external destination"],
];

export const PATTERNS = {
  harmless: "ordinary copy",
  cross_server: "from one server to another",
  internal_to_external: "private data to an external destination",
  pii_to_external: "personal data to an external destination",
  secret_to_external: "secret to an external destination",
  untrusted_to_destination: "untrusted content chose the destination",
  untrusted_to_exec: "untrusted content chose what is run",
};

function chip(tone, text, title) {
  return h("span", { class: `chip ${tone}`, title }, text);
}

export function verdict(name) {
  return name ? chip(VERDICTS[name] ?? "mute", name) : chip("mute", "none");
}

export function state(name) {
  const [tone, text] = STATES[name] ?? ["mute", name];
  return chip(tone, text);
}

export function level(name) {
  return chip(LEVELS[name] ?? "mute", name);
}

export function action(name) {
  const [tone, text] = ACTIONS[name] ?? ["mute", name];
  return chip(tone, text);
}

export function band(risk) {
  return risk >= 70 ? "critical" : risk >= 50 ? "high" : risk >= 30 ? "medium" : "low";
}

/** A risk as a number in its colour; no more than a dash where there is none. */
export function risk(score) {
  const name = band(score);
  return h("span", { class: `risk ${name}`, title: `Risk ${score} of 100: ${name}` }, score > 0 ? String(score) : "–");
}

/** The three legs of the trifecta, lit where a session stands on them. */
export function legs(standing, trifecta) {
  const all = LEGS.map(([name, label, title]) => {
    const lit = standing.includes(name);
    return h(
      "li",
      { class: lit ? "leg lit" : "leg", title },
      label,
      h("span", { class: "off" }, lit ? ": yes" : ": no"),
    );
  });
  const closed = LEGS.every(([name]) => standing.includes(name));
  const end = trifecta === "stopped" ? "stopped" : trifecta === "sent" ? "sent" : "";
  return h(
    "ul",
    { class: closed ? "legs closed" : "legs", "aria-label": "Trifecta" },
    all,
    end && h("li", { class: "leg-end" }, chip(end === "sent" ? "bad" : "warn", end === "sent" ? "sent" : "stopped")),
  );
}

/** What to do where there is nothing. */
export function empty(title, ...what) {
  return h("div", { class: "empty" }, h("p", { class: "empty-title" }, title), h("p", {}, what));
}
