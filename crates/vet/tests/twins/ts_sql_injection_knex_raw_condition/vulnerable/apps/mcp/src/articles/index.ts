export { countBySection, searchArticles } from "./search.js";
