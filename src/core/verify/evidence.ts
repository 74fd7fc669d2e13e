import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode, type Problem } from '../errors.ts';
import { EVIDENCE_FILE, evidenceSchema, type EvidenceRecord } from '../smoke/evidence.ts';
import { counted, found, skipped, type Finding } from './finding.ts';
import { variantTitle, type WholeManifest } from './manifest.ts';

/** The evidence is of this very package, and of kernels that it has. */
export async function checkEvidence(
  folder: string,
  manifest: WholeManifest,
  manifestSha256: string,
): Promise<Finding> {
  const file = join(folder, EVIDENCE_FILE);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return skipped('evidence', 'no evidence of a test on a GPU is there');
  const records = parse(text);
  if (records === undefined) {
    const problem = { message: `${EVIDENCE_FILE} is damaged`, place: { file }, hint: REMEDY };
    return found('evidence', '', [problem]);
  }
  const known = new Set(
    manifest.kernels.flatMap((kernel) =>
      kernel.variants.map((variant) => variantTitle(kernel, variant)),
    ),
  );
  const problems = records.flatMap((record): Problem[] => {
    const title = titleOf(record);
    if (record.manifestSha256 !== manifestSha256)
      return [
        { message: `${title} ran in another build of the package`, place: { file }, hint: REMEDY },
      ];
    if (known.has(title)) return [];
    return [
      { message: `${title} ran, which the package does not have`, place: { file }, hint: REMEDY },
    ];
  });
  const ran = new Set(records.map(titleOf));
  const devices = new Set(records.map(({ device }) => device));
  const what = `${ran.size} of ${counted(known.size, 'variant')} ran on a GPU (${[...devices].join(', ')})`;
  return found('evidence', what, problems);
}

const REMEDY = 'Test the package again with `triton-aot smoke`, or remove the file.';

function titleOf(record: EvidenceRecord): string {
  return variantTitle({ name: record.kernel }, record);
}

function parse(text: string): readonly EvidenceRecord[] | undefined {
  try {
    return evidenceSchema.parse(JSON.parse(text)).records;
  } catch {
    return undefined;
  }
}
