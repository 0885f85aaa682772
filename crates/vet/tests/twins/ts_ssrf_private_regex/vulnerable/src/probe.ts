import https from "node:https";
import { vetted } from "./guard.js";

export async function probe(target: string): Promise<number> {
  const url = new URL(target);
  const host = await vetted(url.hostname);
  return new Promise((resolve, reject) => {
    const options = { host, servername: url.hostname, port: 443, path: url.pathname, headers: { host: url.hostname } };
    const request = https.get(options, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    request.on("error", reject);
  });
}
