export { countWords } from "./count.js";
