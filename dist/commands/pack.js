export { addPackCommand } from "../pack.js";
