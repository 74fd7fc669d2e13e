export { h as HttpClient } from "./runner.js";
