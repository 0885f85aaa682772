import { measure } from "../metrics/measure.js";

export async function countWords(text: string): Promise<number> {
  const words = text.split(/\s+/).filter(Boolean);
  await measure(words.length);
  return words.length;
}
