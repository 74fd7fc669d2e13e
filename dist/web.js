export { downloadFile, webDownload } from "./action.js";
