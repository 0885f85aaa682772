// The flow graph: servers are lanes, calls are dots from left to right, and what flowed from one to another is a curve in
// the colour of its risk. Calls that close a leg of the trifecta wear it.

import { h, svg } from "./dom.js";
import { LEGS, PATTERNS } from "./marks.js";
import { plain } from "./visible.js";

/** More calls than these are not drawn: those with flows, risk or legs come first. */
const MOST = 120;
/** From one call to the next, at least and at most; a short session is spread over this width. */
const STEPS = [92, 260];
const SPREADS = { wide: 1060, narrow: 300 };
const LANE = 84;
/** The room for the names of the lanes. */
const LEFTS = { wide: 132, narrow: 70 };
const TOP = 26;

function picked({ graph, calls }) {
  if (graph.calls.length <= MOST) return graph.calls;
  const more = new Map(calls.map((call) => [call.call, call]));
  const busy = new Set(graph.edges.flatMap((edge) => [edge.from.call, edge.to.call]));
  const weigh = (node) => (busy.has(node.call) ? 1000 : 0) + node.risk + (more.get(node.call)?.legs.length ?? 0);
  const kept = new Set(graph.calls.toSorted((one, other) => weigh(other) - weigh(one)).slice(0, MOST));
  return graph.calls.filter((node) => kept.has(node));
}

/** The drawing; `choose` hears which flow was chosen. */
export function drawn(flow, choose) {
  const nodes = picked(flow);
  const size = innerWidth > 820 ? "wide" : "narrow";
  const [spread, left] = [SPREADS[size], LEFTS[size]];
  const servers = [...new Set(nodes.map((node) => node.server))];
  const step = Math.min(STEPS[1], Math.max(STEPS[0], (spread - left - 20) / Math.max(1, nodes.length)));
  const width = Math.max(spread, left + nodes.length * step + 20);
  const height = TOP + servers.length * LANE + 10;
  const spot = new Map(
    nodes.map((node, index) => [
      node.call,
      [left + index * step + step / 2, TOP + servers.indexOf(node.server) * LANE + LANE / 2 - 8],
    ]),
  );
  const lanes = servers.map((server, index) =>
    svg(
      "g",
      { class: "lane" },
      svg("rect", { x: 0, y: TOP + index * LANE, width, height: LANE - 6, rx: 6 }),
      svg(
        "text",
        { x: 12, y: TOP + index * LANE + LANE / 2 - 4, class: "lane-name" },
        plain(server, size === "wide" ? 14 : 7) || "(none)",
        svg("title", {}, plain(server)),
      ),
    ),
  );
  const order = { safe: 0, suspicious: 1, critical: 2 };
  const edges = flow.graph.edges
    .map((edge, index) => [edge, index])
    .filter(([edge]) => spot.has(edge.from.call) && spot.has(edge.to.call))
    .sort(([one], [other]) => order[one.level] - order[other.level])
    .map(([edge, index]) => curve(edge, index, spot, choose));
  const legs = closedBy(flow.calls);
  const dots = nodes.map((node) => dot(node, spot.get(node.call), legs.get(node.call) ?? []));
  const label = `${nodes.length} calls on ${servers.length} servers, ${edges.length} flows between them`;
  const missing = flow.graph.calls.length - nodes.length;
  return h(
    "div",
    { class: "scroll graph", tabindex: "0", role: "group", "aria-label": `Flow graph: ${label}` },
    svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height }, arrows(), lanes, edges, dots),
    missing > 0 &&
      h("p", { class: "note" }, `${missing} calls without flows are left out here; the timeline has them.`),
  );
}

function arrows() {
  return svg(
    "defs",
    {},
    ["safe", "suspicious", "critical"].map((level) =>
      svg(
        "marker",
        {
          id: `arrow-${level}`,
          viewBox: "0 0 8 8",
          refX: 7,
          refY: 4,
          markerWidth: 11,
          markerHeight: 11,
          markerUnits: "userSpaceOnUse",
          orient: "auto",
        },
        svg("path", { class: `head ${level}`, d: "M0 0L8 4L0 8z" }),
      ),
    ),
  );
}

/** The legs that each call closed, by their places. */
function closedBy(calls) {
  const found = new Map();
  LEGS.forEach(([name], index) => {
    const call = closer(calls, name);
    if (call) found.set(call, [...(found.get(call) ?? []), index]);
  });
  return found;
}

/**
 * The call that closed a leg. What a session reads counts from the next call on, so the first two legs are closed by the
 * call before the one that is judged by them; the way out is this very call.
 */
export function closer(calls, name) {
  const at = calls.findIndex((call) => call.legs.includes(name));
  if (at < 0) return null;
  return calls[name === "external_channel" ? at : Math.max(0, at - 1)].call;
}

function curve(edge, index, spot, choose) {
  const [[x1, y1], [x2, y2]] = [spot.get(edge.from.call), spot.get(edge.to.call)];
  const wide = x2 - x1;
  // Down early and along the other lane, so that it passes beside the calls between the two.
  const path =
    y1 === y2
      ? `M${x1 + 7} ${y1 - 7}C${x1 + wide / 4} ${y1 - 34} ${x2 - wide / 4} ${y2 - 34} ${x2 - 7} ${y2 - 10}`
      : `M${x1 + 10} ${y1}C${x1 + wide * 0.3} ${y1} ${x1 + wide * 0.2} ${y2 - (y2 > y1 ? 20 : -20)} ${x2 - 12} ${y2}`;
  const label = `${edge.level}: ${PATTERNS[edge.pattern] ?? edge.pattern}, from call ${edge.from.call} to call ${edge.to.call}`;
  const act = () => choose(edge);
  const press = (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      act();
    }
  };
  return svg(
    "g",
    {
      class: `edge ${edge.level}`,
      "data-edge": index,
      role: "button",
      tabindex: "0",
      "aria-label": label,
      on: { click: act, keydown: press },
    },
    svg("title", {}, label),
    svg("path", { class: "reach", d: path }),
    svg("path", { class: "line", d: path, "marker-end": `url(#arrow-${edge.level})` }),
  );
}

function dot(node, [x, y], legs) {
  const title = `call ${node.call}: ${plain(node.server)} › ${plain(node.tool)}, ${node.verdict || "no verdict"}, risk ${node.risk}`;
  return svg(
    "g",
    { class: `node ${node.verdict || "none"}` },
    svg("title", {}, title),
    svg("circle", { cx: x, cy: y, r: 9 }),
    svg("text", { class: "node-number", x, y: y + 4 }, String(node.call)),
    svg("text", { class: "node-name", x, y: y + 26 }, plain(node.tool, 12)),
    legs.map((leg, at) =>
      svg(
        "g",
        { class: "leg-mark" },
        svg("rect", { x: x - 8 + at * 18, y: y - 30, width: 16, height: 15, rx: 4 }),
        svg("text", { x: x + at * 18, y: y - 19 }, String(leg + 1)),
        svg("title", {}, LEGS[leg][2]),
      ),
    ),
  );
}
