// The names of files in the folder of a package, and the marks in its manifest.json.

export const MANIFEST_FILE = 'manifest.json';

/** The generator in manifest.json, which identifies packages of this program. */
export const GENERATOR_NAME = 'triton-aot';

/** The format of manifest.json. */
export const MANIFEST_FORMAT = 1;

export const SUMS_FILE = 'SHA256SUMS';

/** The software bill of materials, with licences: CycloneDX, as JSON. */
export const SBOM_FILE = 'sbom.cdx.json';

/** The file that records on which GPUs the package's kernels ran and passed. */
export const EVIDENCE_FILE = 'evidence.json';

/** The files of a report. They are in the folder of a package if the user asks for that. */
export const REPORT_FILES = {
  json: 'report.json',
  markdown: 'report.md',
  html: 'report.html',
} as const;

/** Files that a package may contain although its checksums do not list them. */
export const SIDE_FILES: readonly string[] = [
  SUMS_FILE,
  EVIDENCE_FILE,
  ...Object.values(REPORT_FILES),
];
