export { store as storeFile } from "./files.js";
