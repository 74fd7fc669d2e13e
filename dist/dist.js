export { t as Zstd } from "./zstd.js";
