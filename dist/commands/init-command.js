export { addInitCommand } from "../core.js";
