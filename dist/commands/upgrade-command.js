export { addUpgradeCommand } from "../core.js";
