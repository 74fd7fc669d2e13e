export { Gzip } from "./core.js";
