// Asking the management API, and listening to what happens.
//
// The browser shows a cookie that no script can read. Beside it every request says a word that only this origin has,
// so that nobody else can ask in your place.

const KEY = "vetgate.word";
const NAME = "vetgate.name";

/** What the gateway has against a request. */
export class Problem extends Error {
  constructor(status, problem) {
    super(problem?.detail ?? `The gateway answered with status ${status}.`);
    this.status = status;
    this.problem = problem ?? {};
  }
}

/** Somebody to be told that nobody is signed in any more. */
export const gone = new EventTarget();

function headers(more) {
  return { "X-Vetgate-Console": localStorage.getItem(KEY) ?? "", ...more };
}

/** Whether somebody may be signed in. */
export function isSignedIn() {
  return localStorage.getItem(KEY) !== null;
}

/** Who decides, for the record. */
export function person() {
  return localStorage.getItem(NAME) || "console";
}

export function callPerson(name) {
  localStorage.setItem(NAME, name.trim().slice(0, 100));
}

/** Exchanges the admin token for a session. The token is kept nowhere. */
export async function signIn(token) {
  const answer = await fetch("/api/v1/console/session", {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
  });
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Problem(answer.status, body);
  localStorage.setItem(KEY, body.word);
}

export async function signOut() {
  await ask("/api/v1/console/session", { method: "DELETE" }).catch(() => null);
  leave();
}

function leave() {
  localStorage.removeItem(KEY);
  gone.dispatchEvent(new Event("gone"));
}

/** Asks for something; JSON in, JSON out. */
export async function ask(path, { method = "GET", body, signal } = {}) {
  const more = body === undefined ? {} : { "Content-Type": "application/json" };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await answered(path, { method, headers: headers(more), body: text, signal });
  return answer.json().catch(() => null);
}

let shown = null;

/**
 * Fetches a picture and returns an address for an `img`, which could not send the header that a request needs. One picture is
 * kept: the address of the last one ends here.
 */
export async function picture(path) {
  const answer = await answered(path, { headers: headers() });
  if (shown) URL.revokeObjectURL(shown);
  shown = URL.createObjectURL(await answer.blob());
  return shown;
}

async function answered(path, request) {
  let answer;
  try {
    answer = await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { detail: "The gateway cannot be reached. Is `vetgate serve` still running?" });
  }
  if (answer.status === 401) leave();
  if (!answer.ok) throw new Problem(answer.status, await answer.json().catch(() => null));
  return answer;
}

/** A path with a query; what is empty is left out. */
export function path(base, query) {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) if (one !== null && one !== undefined && one !== "") all.append(name, one);
  }
  const text = all.toString();
  return text ? `${base}?${text}` : base;
}

/** What happens: an event for each, named as the gateway names it, and `state` when the stream comes or goes. */
export const stream = new EventTarget();
let listening = null;

function tell(name, detail) {
  stream.dispatchEvent(new CustomEvent(name, { detail }));
  stream.dispatchEvent(new CustomEvent("any", { detail: { name, detail } }));
}

/** Listens until `quiet` is called; comes back by itself. */
export async function listen() {
  if (listening) return;
  const stop = (listening = new AbortController());
  let heard = null;
  let wait = 500;
  while (!stop.signal.aborted) {
    try {
      const more = heard ? { "Last-Event-ID": heard } : {};
      const answer = await fetch("/api/v1/events", { headers: headers(more), signal: stop.signal });
      if (answer.status === 401) return leave();
      if (!answer.ok) throw new Problem(answer.status);
      tell("state", true);
      wait = 500;
      for await (const { id, event, data } of messages(answer.body)) {
        heard = id ?? heard;
        if (event === "missed") tell("missed", JSON.parse(data));
        else {
          const what = JSON.parse(data);
          tell(what.event, what);
        }
      }
    } catch {
      // It is tried again below.
    }
    if (stop.signal.aborted) return;
    tell("state", false);
    await new Promise((done) => setTimeout(done, wait));
    wait = Math.min(wait * 2, 10000);
  }
}

/** Listens no longer. */
export function quiet() {
  listening?.abort();
  listening = null;
}

/** The messages of a stream of server-sent events. */
async function* messages(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const message = { id: null, event: "", data: "" };
      for (const line of part.split("\n")) {
        const at = line.indexOf(": ");
        if (at > 0) message[line.slice(0, at)] = line.slice(at + 2);
      }
      if (message.data) yield message;
    }
  }
}
