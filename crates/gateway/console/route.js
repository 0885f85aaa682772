// Addresses of pages: everything is behind the `#`, so that a page and its filters can be sent to somebody.

/** Where we are: the page, what follows it in the path, and the query. */
export function place() {
  const [path, query] = (location.hash.replace(/^#\/?/, "") || "overview").split("?");
  const [name, ...rest] = path.split("/").map(decodeURIComponent);
  return { name, rest, query: new URLSearchParams(query ?? "") };
}

/** The address of a page. */
export function to(name, rest = [], query = {}) {
  const known = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const words = new URLSearchParams(known).toString();
  return `#/${[name, ...rest].map(encodeURIComponent).join("/")}${words ? `?${words}` : ""}`;
}

/** Goes to a page. */
export function go(name, rest = [], query = {}) {
  location.hash = to(name, rest, query);
}
