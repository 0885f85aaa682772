export { Address } from "./address.js";
