export * from "./locate.js";
export { openLesson } from "./open.js";
