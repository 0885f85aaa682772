// How the gateway is set up. What is written in the configuration is shown, and changed there.

import { ask, callPerson, person, signOut } from "./api.js";
import { attempt, say } from "./dialog.js";
import { button, counted, fresh, h, put } from "./dom.js";
import { state } from "./marks.js";
import { plain, shown } from "./visible.js";

export function mount(root) {
  const body = h("div", {});
  put(root, h("h1", {}, "Settings"), body);
  attempt(async () => {
    const [settings, { servers }] = await Promise.all([ask("/api/v1/settings"), ask("/api/v1/servers")]);
    put(
      body,
      you(),
      tokens(settings),
      upstreams(settings, servers),
      alerts(settings),
      record(settings),
      about(settings),
    );
  });
}

function card(title, ...content) {
  const id = fresh("card");
  return h("section", { class: "card", "aria-labelledby": id }, h("h2", { id }, title), content);
}

function facts(all) {
  return h(
    "dl",
    { class: "facts-list" },
    all.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
  );
}

function you() {
  const id = fresh("you");
  const name = h("input", {
    id,
    type: "text",
    maxlength: 100,
    value: person(),
    on: {
      change: () => {
        callPerson(name.value);
        say("Name saved.", "good");
      },
    },
  });
  return card(
    "You",
    h("p", { class: "note" }, "Your decisions are recorded under this name, with the prefix “api:”. The name is stored in this browser."),
    h(
      "div",
      { class: "acts" },
      h("label", { for: id }, "Your name"),
      name,
      button("Sign out", () => signOut()),
    ),
  );
}

function tokens({ agents, anonymous, data_dir: folder }) {
  return card(
    "Tokens",
    h(
      "p",
      {},
      "The admin token is in ",
      h("code", {}, `${plain(folder ?? "the data folder", 200)}/admin-token`),
      ". To create a new one, remove the file and restart the gateway; all users are then signed out.",
    ),
    agents.length > 0
      ? h(
          "table",
          { class: "plain" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Agent", "Servers", "Operations"].map((name) => h("th", { scope: "col" }, name)),
            ),
          ),
          h(
            "tbody",
            {},
            agents.map((agent) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, shown(agent.name, 60)),
                h("td", {}, agent.servers ? shown(agent.servers.join(", "), 200) : "all"),
                h("td", {}, agent.operations ? agent.operations.join(", ") : "all"),
              ),
            ),
          ),
        )
      : h(
          "p",
          { class: "note" },
          "No agent has its own token. Set ",
          h("code", {}, "gateway.agents"),
          " in the configuration to add tokens.",
        ),
    h(
      "p",
      { class: "note" },
      anonymous ? "Programs on this machine can connect without a token." : "Every client needs a token.",
    ),
  );
}

function upstreams({ servers }, living) {
  const states = new Map(living.map((server) => [server.name, server.state]));
  const head = ["Server", "State", "Transport", "Command or address", "Trust", "Timeout"];
  return card(
    "Upstream servers",
    servers.length > 0
      ? h(
          "div",
          { class: "scroll" },
          h(
            "table",
            { class: "plain" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                head.map((name) => h("th", { scope: "col" }, name)),
              ),
            ),
            h(
              "tbody",
              {},
              servers.map((server) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, shown(server.name, 60)),
                  h(
                    "td",
                    {},
                    server.is_disabled
                      ? h("span", { class: "chip mute" }, "disabled")
                      : state(states.get(server.name) ?? "starting"),
                  ),
                  h("td", {}, server.transport, server.is_isolated && ", separate for each session"),
                  h("td", {}, h("code", {}, shown(server.place, 80))),
                  h("td", {}, server.trust),
                  h("td", { class: "num" }, `${server.timeout_s} s`),
                ),
              ),
            ),
          ),
        )
      : h("p", { class: "note" }, "None. Put servers under ", h("code", {}, "mcpServers"), " in the configuration."),
  );
}

function alerts({ alerts: own }) {
  const told = h("p", { role: "status" });
  const test = button("Send a test", () =>
    attempt(async () => {
      put(told, "Sending…");
      try {
        const { is_delivered: arrived, detail } = await ask("/api/v1/alerts/test", { method: "POST" });
        put(
          told,
          h("span", { class: arrived ? "chip good" : "chip bad" }, arrived ? "delivered" : "not delivered"),
          " ",
          shown(detail, 300),
        );
      } catch (error) {
        put(told, h("span", { class: "chip warn" }, "not sent"), " ", shown(error.message, 300));
      }
    }),
  );
  return card(
    "Alerts",
    facts([
      ["Receiver", own.is_configured ? "configured" : ["none; set ", h("code", {}, "security.alerts.webhook_url")]],
      ["Messages are signed", own.is_signed ? "yes" : "no"],
      ["Alert on exfiltration", own.exfiltration_detection ? "on" : "off"],
      ["Alert on personal data and secrets", own.pii_exposure ? "on" : "off"],
    ]),
    h("div", { class: "acts" }, test),
    told,
  );
}

function record({ record: own, holds, quarantine }) {
  const days = (count) => (count === null ? "forever" : counted(count, "day"));
  return card(
    "Record and retention",
    facts([
      ["Keep records for", days(own.keep_days)],
      [
        "Limit of the record",
        [
          own.keep_records === null ? "no limit on records" : counted(own.keep_records, "record"),
          ", ",
          own.keep_bytes === null ? "no limit on size" : counted(own.keep_bytes, "byte"),
        ],
      ],
      ["Keep arguments and responses for", days(own.redact_after_days)],
      ["Stored per argument or response", counted(own.body_bytes, "byte")],
      ["Durability", own.survive === "crash" ? "survives a crash of the gateway" : "survives a power loss"],
      ["If the ledger cannot be written", own.on_failure === "deny" ? "calls are denied" : "calls are allowed"],
      ["Held calls are denied after", counted(holds.timeout_s, "second")],
      ["Ask the client’s user about held calls", holds.elicitation ? "yes" : "no"],
      ["Quarantine", quarantine.enabled ? "on" : h("span", { class: "chip bad" }, "off: agents see all definitions")],
      [
        "After a change",
        quarantine.on_rug_pull === "server" ? "the whole server is withheld" : "the others of the server are flagged",
      ],
      ["Approved texts", quarantine.sanitize ? "served cleaned" : "served as declared"],
    ]),
  );
}

function about({ version, configuration, data_dir: folder, listen, has_tls: tls, mode }) {
  return card(
    "This gateway",
    facts([
      ["Version", version],
      ["Configuration", h("code", {}, plain(configuration, 300))],
      ["Data folder", h("code", {}, plain(folder ?? "none", 300))],
      ["Listen address", `${listen}, ${tls ? "TLS" : "plain HTTP"}`],
      ["Agents find tools", mode === "direct" ? "in the tool list" : "through search tools"],
    ]),
  );
}
