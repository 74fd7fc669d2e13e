export { addBuildCommand } from "./common.js";
