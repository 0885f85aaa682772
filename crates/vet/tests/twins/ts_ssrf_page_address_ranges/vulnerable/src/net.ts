export class FetchRefused extends Error {}

export async function assertFetchable(raw: string): Promise<URL> {
  const url = new URL(raw);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new FetchRefused("Only http and https URLs are supported");
  }
  return url;
}
