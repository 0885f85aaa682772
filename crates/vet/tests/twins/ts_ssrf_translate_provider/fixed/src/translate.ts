import { request } from "undici";
import { endpointFor, type TranslateInput } from "./providers.js";

export async function translate(input: TranslateInput): Promise<string> {
  const target = endpointFor(input);
  const { statusCode, body } = await request(target, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: input.text }),
  });
  if (statusCode !== 200) {
    await body.dump();
    return `failed with ${statusCode}`;
  }
  return body.text();
}
