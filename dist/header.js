export { r as Header } from "./tar.js";
