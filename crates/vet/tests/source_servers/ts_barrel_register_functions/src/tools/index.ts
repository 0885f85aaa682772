export { registerHashTool } from "./hash.js";
export { default as registerRandom } from "./random.js";
export * from "./base64.js";
