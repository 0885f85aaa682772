// Times, in the viewer's zone.

import { h } from "./dom.js";

const DAY = 24 * 60 * 60 * 1000;
const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const date = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

/** A moment: the time of today, or the day before it. */
export function moment(ms) {
  const at = new Date(ms);
  const isToday = new Date().toDateString() === at.toDateString();
  const text = isToday ? clock.format(at) : `${date.format(at)} ${clock.format(at)}`;
  return h("time", { datetime: at.toISOString(), title: full.format(at), class: "num" }, text);
}

/** How long ago something was, roughly. */
export function ago(ms) {
  const seconds = Math.max(0, Math.round((Date.now() - ms) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds * 1000 < DAY) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor((seconds * 1000) / DAY)} d ago`;
}

/** How much time is left. */
export function left(ms) {
  const seconds = Math.max(0, Math.ceil((ms - Date.now()) / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes >= 60
    ? `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`
    : `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How long something took. */
export function took(us) {
  if (us === null || us === undefined) return "";
  return us < 1000
    ? `${us} µs`
    : us < 1e6
      ? `${(us / 1000).toFixed(us < 10000 ? 1 : 0)} ms`
      : `${(us / 1e6).toFixed(1)} s`;
}
