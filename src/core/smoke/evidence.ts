import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { placeFile } from '../place.ts';
import { targetFor, targetsOf } from './needs.ts';
import type { SmokePackage } from './package.ts';
import type { CheckResult, RunResult, SmokeDevice } from './result.ts';
import type { KernelTest } from './selection.ts';

/** The file beside a package's own that says on which GPUs its kernels were proven. */
export const EVIDENCE_FILE = 'evidence.json';

const FORMAT = 1;

const recordSchema = z.object({
  /** Of the package's manifest.json, which names every cubin by its hash. */
  manifestSha256: z.string(),
  kernel: z.string(),
  algo: z.number(),
  specialisation: z.number(),
  /** The target whose cubin ran. */
  target: z.string(),
  outcome: z.literal('ran'),
  device: z.string(),
  capability: z.string(),
  driver: z.string(),
  triton: z.string(),
});

/** evidence.json. */
export const evidenceSchema = z.object({
  format: z.literal(FORMAT),
  records: z.array(recordSchema),
});

/** One algo and specialisation of a kernel that ran on a GPU, and passed. */
export type EvidenceRecord = Readonly<z.infer<typeof recordSchema>>;

/** What a test proves of a kernel: nothing where anything of it failed or was left out. */
export function recordsOf(
  pkg: SmokePackage,
  { kernel, isWhole }: KernelTest,
  results: { readonly runs: readonly RunResult[]; readonly checks: readonly CheckResult[] },
  device: SmokeDevice,
): readonly EvidenceRecord[] {
  const all = [...results.runs, ...results.checks];
  const [major = 0, minor = 0] = device.capability.split('.').map(Number);
  const target = targetFor(targetsOf(kernel), { major, minor });
  if (!isWhole || target === undefined || all.some(({ problems }) => problems.length > 0))
    return [];
  const records = results.runs.map(({ algo, specialisation }): EvidenceRecord => ({
    manifestSha256: pkg.manifestSha256,
    kernel: kernel.name,
    algo,
    specialisation,
    target: target.name,
    outcome: 'ran',
    device: device.name,
    capability: device.capability,
    driver: device.driver,
    triton: pkg.manifest.triton,
  }));
  return [...new Map(records.map((record) => [keyOf(record), record])).values()];
}

/**
 * Adds records to a package's evidence, and drops those of another build of it. The file changes as a whole or not
 * at all.
 */
export async function writeEvidence(
  { folder, manifestSha256 }: SmokePackage,
  records: readonly EvidenceRecord[],
): Promise<void> {
  const file = join(folder, EVIDENCE_FILE);
  const known = (await readEvidence(file)).filter((old) => old.manifestSha256 === manifestSha256);
  if (records.length === 0 && known.length === 0) {
    // What is left speaks of another build.
    await rm(file, { force: true });
    return;
  }
  const merged = new Map([...known, ...records].map((record) => [keyOf(record), record]));
  const sorted = [...merged].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
  const text = `${JSON.stringify({ format: FORMAT, records: sorted }, undefined, 2)}\n`;
  await placeFile(file, (fresh) => writeFile(fresh, text));
}

/** The records in a file of evidence, those of other builds among them; none where it is not there or makes no sense. */
export async function readEvidence(file: string): Promise<readonly EvidenceRecord[]> {
  try {
    return evidenceSchema.parse(JSON.parse(await readFile(file, 'utf8'))).records;
  } catch {
    // None yet, or one that nobody can read: it is made anew.
    return [];
  }
}

function keyOf({ kernel, algo, specialisation, target, device }: EvidenceRecord): string {
  return [kernel, sortable(algo), sortable(specialisation), target, device].join('\0');
}

function sortable(value: number): string {
  return String(value).padStart(6, '0');
}
