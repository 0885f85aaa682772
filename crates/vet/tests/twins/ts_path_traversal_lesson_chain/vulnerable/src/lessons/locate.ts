import path from "node:path";
import { realpath } from "node:fs/promises";

export const COURSES = path.resolve(process.env.COURSES_DIR ?? "courses");

export function locate(course: string, lesson: string): Promise<string> {
  return realpath(path.join(COURSES, course, `${lesson}.md`));
}
