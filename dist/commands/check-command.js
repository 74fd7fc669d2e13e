export { addCheckCommand } from "../core.js";
