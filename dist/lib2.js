export { r as attest, t as attestProvenance, n as buildSLSAProvenancePredicate, i as createStorageRecord } from "./attest-client.js";
