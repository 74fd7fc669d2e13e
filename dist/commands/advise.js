export { addAdviseCommand } from "./common.js";
