import { t as require_yauzl } from "./zip.js";
export default require_yauzl();
export {};
