export { t as Enums, r as Models, n as Serialize, i as Spec } from "./sbom.js";
