export { addRecordCommand } from "../core.js";
