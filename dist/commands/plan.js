export { addPlanCommand } from "./common.js";
