import { readFile } from "node:fs/promises";
import { locate } from "./locate.js";

export function openLesson(course: string, lesson: string): Promise<string> {
  return locate(course, lesson)
    .then((file) => readFile(file, "utf8"))
    .then((text) => text.replace(/^---[\s\S]*?---\n/, ""))
    .catch((error: Error) => `Could not open the lesson: ${error.message}`);
}
