export { n as Compress, n as Gzip } from "./gzip.js";
