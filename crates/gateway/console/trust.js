// How far a server is trusted: what that means, setting it, and approving at once what scans clean.

import { ask, person } from "./api.js";
import { approve } from "./decide.js";
import { attempt, open, say, sure } from "./dialog.js";
import { button, fresh, h } from "./dom.js";
import { plain, shown } from "./visible.js";
import { moment } from "./when.js";

const TRUSTS = [
  ["manual", "A person approves everything that the server declares, before any agent sees it."],
  [
    "scan",
    "Definitions without findings are approved when the server connects for the first time. Later additions and all changes need a person’s approval.",
  ],
  ["auto", "New definitions are approved automatically, unless a scan finds them dangerous. Changes need a person’s approval."],
];

/** Where a server's trust comes from. */
export function source(server) {
  if (!server.trust_set) return "as configured";
  return ["set by ", shown(server.trust_set.by, 60), `; configured: ${server.configured_trust}`];
}

function choice(name, value, isNow, what) {
  const [id, about] = [fresh("trust"), fresh("about")];
  return h(
    "div",
    { class: "choice" },
    h("input", { type: "radio", name, id, value, checked: isNow, "aria-describedby": about }),
    h("label", { for: id }, value),
    h("p", { class: "note", id: about }, what),
  );
}

/** Asks how far to trust a server, and has it so. Whether anything was done. */
export async function trust(server, tools) {
  const clean = tools.filter(
    (tool) =>
      tool.is_pending && !tool.is_gone && tool.state === "quarantined" && !tool.seen.finding && tool.seen.is_covered,
  );
  const name = plain(server.name, 60);
  const now = server.trust_set ? server.trust : "configured";
  const group = fresh("trust");
  const answer = await open(
    `Trust in ${name}`,
    (close) => {
      const form = h(
        "form",
        {
          on: {
            submit: (event) => {
              event.preventDefault();
              close(new FormData(form).get(group));
            },
          },
        },
        h(
          "fieldset",
          { class: "choices" },
          h("legend", {}, "Definitions that are approved automatically"),
          choice(group, "configured", now === "configured", [
            "Use the configuration: ",
            h("code", {}, `"trust": "${server.configured_trust}"`),
            ". Removes the setting made here.",
          ]),
          TRUSTS.map(([value, what]) => choice(group, value, now === value, what)),
        ),
        h(
          "p",
          { class: "note" },
          "The change applies at once to all definitions that the server declares from now on, and is recorded. Pending definitions stay ",
          "pending, and approved definitions stay approved.",
          server.trust_set && [" Set by ", shown(server.trust_set.by, 60), ", ", moment(server.trust_set.time_ms), "."],
        ),
        h(
          "div",
          { class: "acts end" },
          button("Cancel", () => close(null)),
          clean.length > 0 &&
            button(`Approve ${clean.length} new definitions without findings now`, () => close("all"), { class: "good" }),
          h("button", { type: "submit", class: "primary" }, "Set trust"),
        ),
      );
      return form;
    },
    { class: "wide" },
  );
  if (answer === "all") return approveAll(name, clean);
  if (!answer || answer === now) return false;
  return attempt(async () => {
    const path = `/api/v1/servers/${encodeURIComponent(server.name)}/trust`;
    const told = await ask(path, { method: "POST", body: { trust: answer, by: person() } });
    say(`Trust in ${name}: ${told.trust}${answer === "configured" ? ", as configured" : ""}`, "good");
  });
}

async function approveAll(name, clean) {
  const text = `Agents will see ${clean.length} definitions of ${name}, exactly as they were scanned.`;
  if (!(await sure("Approve them all?", text, "Approve", "good"))) return false;
  for (const tool of clean) if (!(await approve(tool))) return false;
  return true;
}
