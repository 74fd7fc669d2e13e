export { n as Pax } from "./tar.js";
