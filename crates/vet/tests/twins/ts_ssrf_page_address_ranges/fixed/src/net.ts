import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";

export class FetchRefused extends Error {}

export async function assertFetchable(raw: string): Promise<URL> {
  const url = new URL(raw);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new FetchRefused("Only http and https URLs are supported");
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = await lookup(hostname, { all: true });
  for (const { address } of addresses) {
    if (ipaddr.process(address).range() !== "unicast") {
      throw new FetchRefused("Fetching from a private network address is not allowed");
    }
  }
  return url;
}
