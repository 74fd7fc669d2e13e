import { join } from 'node:path';
import { z } from 'zod';
import { type Problem } from '../../base/errors.ts';
import { readIfExists, readPlainFile } from '../../base/files.ts';
import { plural, tryParseJson } from '../../base/text.ts';
import {
  describeRuns,
  type EmulatedRecord,
  type EvidenceRecord,
  evidenceSchema,
  isOfPackage,
  weakerComparisons,
} from '../evidence.ts';
import { EVIDENCE_FILE, SBOM_FILE, SUMS_FILE } from '../layout.ts';
import { checkSums, checkUnlistedFiles, readSums } from '../sums.ts';
import { serialNumberOf } from '../sbom.ts';
import { type CheckFinding, checkResult, skippedCheck } from './finding.ts';
import { type VerifiedPackage, variantTitle } from './package.ts';

/**
 * Checks that every file matches its checksum, and that there are no other files.
 * @throws {Failure} `verification` if the checksums cannot be read.
 */
export async function checkFiles({ folder }: VerifiedPackage): Promise<CheckFinding> {
  const sums = await readSums(folder);
  const problems = [
    ...(await checkSums(folder, sums)),
    ...(await checkUnlistedFiles(folder, sums)),
  ];
  const text = `${plural(sums.size, 'file')} match ${SUMS_FILE}, and there are no other files`;
  return checkResult('files', text, problems);
}

/** Checks that the evidence is for this build of the package, and for kernels that it has. */
export async function checkEvidence({
  folder,
  manifest,
  manifestSha256,
  packageSha256,
}: VerifiedPackage): Promise<CheckFinding> {
  const file = join(folder, EVIDENCE_FILE);
  const text = (await readIfExists(file))?.toString();
  if (text === undefined)
    return skippedCheck('evidence', `the package has no ${EVIDENCE_FILE}: it was not tested`);
  const evidence = evidenceSchema.safeParse(tryParseJson(text)).data;
  if (evidence === undefined) {
    const problem = {
      message: `${EVIDENCE_FILE} is damaged, or of an earlier version`,
      place: { file },
      hint: REMEDY,
    };
    return checkResult('evidence', '', [problem]);
  }
  const known = new Set(
    manifest.kernels.flatMap((kernel) =>
      kernel.variants.flatMap((variant) => [
        variantTitle(kernel, variant),
        ...(variant.ptx === undefined
          ? []
          : [variantTitle(kernel, { ...variant, target: variant.ptx.target })]),
      ]),
    ),
  );
  const { records, emulated = [] } = evidence;
  const problems = [...records, ...emulated].flatMap((record): Problem[] => {
    const title = evidenceTitle(record);
    const isThisBuild = isOfPackage(record, { manifestSha256, packageSha256 });
    if (isThisBuild && known.has(title)) return [];
    const message = isThisBuild
      ? `the evidence lists ${title}, which the package does not have`
      : `the evidence for ${title} is from another build of the package`;
    return [{ message, place: { file }, hint: REMEDY }];
  });
  const share = (found: readonly TestedRecord[]): string =>
    `${new Set(found.map(evidenceTitle)).size} of ${plural(known.size, 'variant')}`;
  const devices = new Set(records.map(({ device }) => device));
  const what = [
    ...(emulated.length > 0
      ? [
          `the PTX of ${share(emulated)} was executed on a CPU${weakerComparisons(emulated)} in ${describeRuns(emulated)}`,
        ]
      : []),
    ...(records.length > 0 || emulated.length === 0
      ? [`${share(records)} ran on a GPU (${[...devices].join(', ')}) in ${describeRuns(records)}`]
      : []),
  ];
  return checkResult('evidence', what.join('; '), problems);
}

const REMEDY = 'Test the package again with `triton-aot smoke`, or remove the file.';

type TestedRecord = EvidenceRecord | EmulatedRecord;

function evidenceTitle(record: TestedRecord): string {
  return variantTitle({ name: record.kernel }, record);
}

const sbomSchema = z.object({
  serialNumber: z.string(),
  components: z.array(
    z.object({
      type: z.string(),
      name: z.string(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).default([]),
    }),
  ),
});

/**
 * Checks that the SBOM is for this build of the package, and lists the sources that manifest.json
 * lists.
 */
export async function checkSbom({
  folder,
  manifest: { sources = [] },
  manifestSha256,
}: VerifiedPackage): Promise<CheckFinding> {
  const file = join(folder, SBOM_FILE);
  const text = await readPlainFile(file).then(String, () => undefined);
  if (text === undefined) return skippedCheck('sbom', `the package has no ${SBOM_FILE}`);
  const problem = (message: string): Problem => ({ message, place: { file } });
  const sbom = sbomSchema.safeParse(tryParseJson(text)).data;
  if (sbom === undefined) return checkResult('sbom', '', [problem(`${SBOM_FILE} is damaged`)]);
  const files = sbom.components
    .filter(({ type }) => type === 'file')
    .map(({ name, hashes }) => `${hashes[0]?.content ?? ''} ${name}`);
  const expected = sources.map(({ path, sha256 }) => `${sha256} ${path}`);
  const problems = [
    ...(sbom.serialNumber === serialNumberOf(manifestSha256)
      ? []
      : [problem(`${SBOM_FILE} is from another build of the package`)]),
    ...(files.toSorted().join('\n') === expected.toSorted().join('\n')
      ? []
      : [problem(`${SBOM_FILE} and manifest.json list different sources`)]),
  ];
  const what = `${SBOM_FILE} lists ${plural(sources.length, 'source')}, the same as manifest.json`;
  return checkResult('sbom', what, problems);
}
