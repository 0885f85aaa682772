export type { Storage } from "./storage.js";
export { LocalStorage } from "./local.js";
