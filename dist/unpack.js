export { t as Unpack } from "./tar.js";
