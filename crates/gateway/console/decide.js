// Deciding about a tool, a prompt or instructions.

import { ask, person, Problem } from "./api.js";
import { attempt, open, say } from "./dialog.js";
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
    h("p", {}, "Agents will see ", h("strong", {}, named(tool)), " unchanged, with these findings:"),
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
