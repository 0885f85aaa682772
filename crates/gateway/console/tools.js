// Servers and what they offer: how they are, how far they are trusted, what each tool can do.

import { ask, path } from "./api.js";
import { approve, block } from "./decide.js";
import { attempt } from "./dialog.js";
import { button, counted, fresh, h, put, soon } from "./dom.js";
import { empty, risk, state } from "./marks.js";
import { to } from "./route.js";
import { source, trust } from "./trust.js";
import { plain, shown } from "./visible.js";

/** What tools can do, in words, and how much harm is in it. */
const TAGS = [
  ["exec", "run code", "hot"],
  ["secret_access", "read secrets", "hot"],
  ["net_egress", "reach the network", "warm"],
  ["net_ingress", "accept connections", "warm"],
  ["fs_write", "write files", "warm"],
  ["db_write", "change data", "warm"],
  ["fs_read", "read files", ""],
  ["db_query", "query data", ""],
];
const STATES = ["", "quarantined", "rug_pull", "approved", "blocked"];

export function mount(root, context) {
  const id = fresh("search");
  const search = h("input", {
    id,
    type: "search",
    placeholder: "search by task: read a file, send mail …",
    value: context.query.get("query") ?? "",
  });
  const server = h("select", { "aria-label": "Server" });
  const where = h(
    "select",
    { "aria-label": "State" },
    STATES.map((name) => h("option", { value: name }, name ? name.replace("_", " ") : "any state")),
  );
  where.value = context.query.get("state") ?? "";
  const houses = h("div", { class: "houses" });
  const map = h("div", { class: "scroll" });
  let servers = [];
  let standings = new Map();
  put(
    root,
    h("h1", {}, "Servers and tools"),
    houses,
    h(
      "section",
      { class: "card", "aria-labelledby": "map" },
      h(
        "div",
        { class: "head" },
        h("h2", { id: "map" }, "What tools can do"),
        h(
          "form",
          { class: "filters", role: "search", on: { submit: (event) => event.preventDefault() } },
          h("label", { class: "off", for: id }, "Search tools"),
          search,
          server,
          where,
        ),
      ),
      map,
    ),
  );

  const load = () =>
    attempt(async () => {
      const [listed, stood] = await Promise.all([ask("/api/v1/servers"), ask("/api/v1/tools?limit=1000")]);
      servers = listed.servers;
      standings = new Map(stood.tools.map((tool) => [tool.id, tool]));
      const chosen = server.value || context.query.get("server") || "";
      put(
        server,
        h("option", { value: "" }, "all servers"),
        servers.map(({ name }) => h("option", { value: name }, plain(name, 60))),
      );
      server.value = servers.some(({ name }) => name === chosen) ? chosen : "";
      put(
        houses,
        servers.length > 0
          ? servers.map((one) =>
              house(
                one,
                [...standings.values()].filter((tool) => tool.server === one.name),
                load,
              ),
            )
          : empty(
              "No server is configured.",
              "Put servers under ",
              h("code", {}, "mcpServers"),
              " in the configuration.",
            ),
      );
      await find();
    });
  const find = () =>
    attempt(async () => {
      context.keep({ query: search.value.trim(), server: server.value, state: where.value });
      const told = await ask(
        path("/api/v1/catalog", {
          query: search.value.trim(),
          server: server.value,
          limit: search.value.trim() ? 50 : null,
        }),
      );
      put(
        map,
        heat(
          told.tools.filter((tool) => !where.value || tool.state === where.value),
          standings,
          load,
        ),
      );
    });
  const again = soon(find, 250);
  search.addEventListener("input", again);
  server.addEventListener("change", find);
  where.addEventListener("change", find);
  context.hear(
    ["server_up", "server_down", "server_removed", "held", "siblings_flagged", "decided", "catalog_changed", "reloaded", "missed"],
    soon(load, 300),
  );
  load();
}

function house(server, tools, load) {
  const counts = Object.entries(server.tools_by_state).filter(([, count]) => count > 0);
  return h(
    "article",
    { class: "card house" },
    h("header", {}, h("h2", {}, shown(server.name, 60)), state(server.state)),
    server.reason && h("p", { class: "wrong" }, shown(server.reason, 300)),
    h(
      "p",
      { class: "note" },
      `${counted(server.tools, "tool")} shown to agents, ${counted(server.prompts, "prompt")}, ${counted(server.resources, "resource")}`,
      server.revision && ["; protocol ", shown(server.revision, 40)],
    ),
    h(
      "p",
      { class: "states" },
      counts.map(([name, count]) =>
        h("a", { href: to("tools", [], { server: server.name, state: name }) }, state(name), ` ${count} `),
      ),
    ),
    h(
      "div",
      { class: "acts" },
      server.trust && [
        button(
          ["Trust: ", h("strong", {}, server.trust)],
          async () => {
            if (await trust(server, tools)) load();
          },
          { "data-keep": `trust ${server.name}` },
        ),
        h("span", { class: "note" }, source(server)),
      ],
    ),
    server.stderr &&
      h(
        "details",
        {},
        h("summary", {}, "Standard error output"),
        h("pre", { class: "code" }, shown(server.stderr, 4000)),
      ),
  );
}

function heat(tools, standings, load) {
  if (tools.length === 0) return empty("No tools match.", "Change the search or the filters above.");
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, "Tool"),
    h("th", { scope: "col" }, "State"),
    h("th", { scope: "col" }, "Findings"),
    h("th", { scope: "col" }, "Operation"),
    TAGS.map(([tag, label]) => h("th", { scope: "col", class: "tag" }, h("span", { title: tag }, label))),
    h("th", { scope: "col" }, h("span", { class: "off" }, "Decide")),
  );
  return h(
    "table",
    { class: "heat" },
    h("thead", {}, head),
    h(
      "tbody",
      {},
      tools.map((tool) => row(tool, standings.get(tool.id), load)),
    ),
  );
}

function row(tool, standing, load) {
  const able = new Map(tool.capabilities.map((one) => [one.tag, one]));
  const signals = standing?.seen.finding?.signals ?? [];
  const acts = (label, act, tone, text) =>
    button(
      label,
      async () => {
        if (await act(standing)) load();
      },
      {
        class: `small ${tone}`,
        "aria-label": `${label} ${plain(tool.name, 60)}`,
        // Another version is another decision: the focus does not move on to it.
        "data-keep": `${label} ${tool.id} ${standing.seen.fingerprint}`,
        title: text,
      },
    );
  return h(
    "tr",
    {},
    h(
      "th",
      { scope: "row" },
      h("a", { href: to("review", [tool.id]) }, shown(tool.name, 60)),
      h("span", { class: "note" }, shown(tool.server, 40)),
    ),
    h(
      "td",
      {},
      state(tool.state),
      standing?.siblings_changed &&
        h(
          "span",
          {
            class: "chip warn",
            title: `Another definition of its server has changed: ${plain(standing.siblings_changed.join(", "), 200)}`,
          },
          standing.held ? "withheld" : "to be reviewed",
        ),
    ),
    h(
      "td",
      {},
      tool.risk > 0
        ? [
            risk(tool.risk),
            " ",
            signals.length > 0 &&
              h(
                "span",
                { class: "note", title: [...new Set(signals.map((signal) => signal.check))].join(", ") },
                counted(new Set(signals.map((signal) => signal.check)).size, "check"),
              ),
          ]
        : h("span", { class: "note" }, "none"),
    ),
    h("td", {}, h("span", { class: `does ${tool.operation}` }, tool.operation)),
    TAGS.map(([tag, , heat]) => {
      const one = able.get(tag);
      return one
        ? h(
            "td",
            {
              class: `cell ${heat} ${one.confidence}`,
              title: `${tag}, ${one.confidence}: ${plain(one.evidence.join(", "), 200)}`,
            },
            h("span", {}, one.confidence),
          )
        : h("td", { class: "cell" }, h("span", { class: "off" }, "no"));
    }),
    h(
      "td",
      { class: "acts" },
      standing && [
        (standing.is_pending || tool.state === "blocked") &&
          acts(
            "Approve",
            approve,
            tool.risk >= 70 ? "" : "good",
            "Agents can see and call exactly this version. A changed version needs a new approval.",
          ),
        tool.state !== "blocked" &&
          acts("Block", block, "bad", "No agent can see or call any version of it until a person approves it."),
      ],
    ),
  );
}
