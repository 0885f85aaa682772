// Deciding about a tool, a prompt or instructions.

import { ask, person, Problem } from "./api.js";
import { attempt, open, say, sure } from "./dialog.js";
import { button, h } from "./dom.js";
import { plain, shown } from "./visible.js";

function named(tool) {
  return `${plain(tool.server, 60)} › ${plain(tool.name || tool.item, 60)}`;
}

/** Approves the version that is shown. What a scan found dangerous has to be accepted by name. Whether it was done. */
export async function approve(tool) {
  const send = (accept) =>
    ask(`/api/v1/tools/${tool.id}/approve`, {
      method: "POST",
      body: { fingerprint: tool.seen.fingerprint, accept, by: person() },
    });
  return attempt(async () => {
    try {
      await send([]);
    } catch (error) {
      const checks = error instanceof Problem ? error.problem.checks : null;
      if (!checks?.length) throw error;
      if (!(await accepted(tool, checks))) throw Object.assign(new Error(), { name: "AbortError" });
      await send(checks);
    }
    say(`Approved: ${named(tool)}`, "good");
  });
}

/** Asks whether dangerous findings are accepted. */
function accepted(tool, checks) {
  const signals = (tool.seen.finding?.signals ?? []).filter((signal) => checks.includes(signal.check));
  return open("A scan found this dangerous", (close) => [
    h("p", {}, "Agents will see ", h("strong", {}, named(tool)), " as it is, with what was found:"),
    h(
      "ul",
      { class: "facts" },
      signals.map((signal) =>
        h(
          "li",
          {},
          h("code", {}, signal.check),
          " at ",
          h("code", {}, shown(signal.pointer, 80)),
          ": ",
          shown(signal.detail, 300),
        ),
      ),
    ),
    h(
      "div",
      { class: "acts end" },
      button("Cancel", () => close(false)),
      button(`Accept ${checks.join(", ")} and approve`, () => close(true), { class: "bad" }),
    ),
  ]).then((answer) => answer === true);
}

/** Blocks it, whatever it becomes. */
export function block(tool) {
  return attempt(async () => {
    await ask(`/api/v1/tools/${tool.id}/block`, { method: "POST", body: { by: person() } });
    say(`Blocked: ${named(tool)}`);
  });
}

const TRUSTS = [
  ["manual", "A person approves everything that the server declares, before any agent sees it."],
  [
    "scan",
    "What scans clean is approved when the server is seen for the first time. What is new later, or changes, waits for a person.",
  ],
  ["auto", "What is new is approved at sight, unless a scan finds it dangerous. What changes waits for a person."],
];

/** What trust means, how to set it, and approving at once what scans clean. */
export async function trust(server, tools) {
  const clean = tools.filter(
    (tool) =>
      tool.is_pending && !tool.is_gone && tool.state === "quarantined" && !tool.seen.finding && tool.seen.is_covered,
  );
  const all = await open(
    `Trust in ${plain(server.name, 60)}`,
    (close) => [
      h(
        "p",
        {},
        "Trust is what is approved without asking. It stands in the configuration, under ",
        h("code", {}, "vetgate"),
        " in the server’s entry, and holds within a second after the file is saved:",
      ),
      h(
        "dl",
        { class: "keys" },
        TRUSTS.map(([name, what]) => [
          h("dt", {}, h("code", {}, `"trust": "${name}"`), server.trust === name && " (now)"),
          h("dd", {}, what),
        ]),
      ),
      h(
        "pre",
        { class: "code" },
        `"mcpServers": {\n  ${JSON.stringify(plain(server.name, 60))}: {\n    …\n    "vetgate": {"trust": "scan"}\n  }\n}`,
      ),
      h(
        "div",
        { class: "acts end" },
        button("Close", () => close(null)),
        clean.length > 0 &&
          button(`Approve its ${clean.length} new, clean definitions now`, () => close(true), { class: "good" }),
      ),
    ],
    { class: "wide" },
  );
  if (
    !all ||
    !(await sure(
      "Approve them all?",
      `Agents will see ${clean.length} definitions of ${plain(server.name, 60)}, exactly as they were scanned.`,
      "Approve",
      "good",
    ))
  )
    return false;
  for (const tool of clean) if (!(await approve(tool))) return false;
  return true;
}
