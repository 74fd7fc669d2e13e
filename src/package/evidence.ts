import { z } from 'zod';
import { fileJson } from '../base/text.ts';
import { readPlainFile } from '../base/files.ts';
import { isCapability } from '../manifest/terms/vendor.ts';
import type { Environment } from '../base/process.ts';

export const EVIDENCE_FORMAT = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const index = z.number().int().nonnegative().max(1_000_000);
/** The version of a program. */
export const versionSchema = z.string().regex(/^\d{1,4}(?:\.\d{1,4}){1,3}[\w.+-]{0,40}$/);

/** The run of a workflow. */
export const runSchema = z.object({
  /** `owner/name`. */
  repository: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
  id: z.string().regex(/^\d{1,20}$/),
});

/**
 * The fields of every record. Their text is shown in release notes and summaries, and signed: it can be
 * nothing but names and numbers.
 */
const tested = {
  /** The hash of the package's manifest.json, which contains the hash of every cubin. */
  manifestSha256: digest,
  /** The hash of the package's SHA256SUMS, which contains the hash of every other file. */
  packageSha256: digest,
  kernel: z.string().regex(/^[A-Za-z]\w{0,255}$/),
  triton: versionSchema,
  /** The run of a workflow that tested; undefined on other machines. */
  run: runSchema.optional(),
};

/** Those of a test on a GPU. */
const common = {
  ...tested,
  device: z.string().regex(/^[A-Za-z0-9][\w .,()/+-]{0,127}$/),
  /** The compute capability, or another vendor's name of the architecture. */
  capability: z.string().refine(isCapability),
  driver: versionSchema,
};

const recordSchema = z.object({
  ...common,
  algo: index,
  specialisation: index,
  /** The target whose code ran; `compute_80`: the PTX of sm_80, which the driver compiled. */
  target: z.string().refine((text) => /^(?:sm|compute)_\d{2,3}$/.test(text) || isCapability(text)),
  outcome: z.literal('ran'),
});

const emulatedSchema = z.object({
  ...tested,
  algo: index,
  specialisation: index,
  /** The target whose PTX was executed. */
  target: z.string().regex(/^sm_\d{2,3}$/),
  outcome: z.literal('emulated'),
  /** What the outputs were compared with. */
  expected: z.enum(['reference', 'interpreter', 'none']),
});

const tunedSchema = z.object({
  ...common,
  outcome: z.literal('tuned'),
  /** The number of sizes that were timed with every algo. */
  sizes: index,
  /** The highest time of a chosen algo, as a multiple of the best algo's. */
  worst: z.number().positive().max(1000),
});

const MOST_RECORDS = 200_000;

/** evidence.json. */
export const evidenceSchema = z.object({
  format: z.literal(EVIDENCE_FORMAT),
  records: z.array(recordSchema).max(MOST_RECORDS),
  emulated: z.array(emulatedSchema).max(MOST_RECORDS).optional(),
  tuned: z.array(tunedSchema).max(MOST_RECORDS).optional(),
});

/** An algo and specialisation of a kernel that ran on a GPU and passed. */
export type EvidenceRecord = Readonly<z.infer<typeof recordSchema>>;

/** An algo and specialisation of a kernel whose PTX was executed on a CPU and passed: not its cubin. */
export type EmulatedRecord = Readonly<z.infer<typeof emulatedSchema>>;

/** A kernel whose chosen algos were timed on a GPU, and are about as fast as the best. */
export type TunedRecord = Readonly<z.infer<typeof tunedSchema>>;

/** The run of a workflow in which a package was tested. */
export type TestRun = Readonly<z.infer<typeof runSchema>>;

export interface Evidence {
  readonly records: readonly EvidenceRecord[];
  readonly emulated: readonly EmulatedRecord[];
  readonly tuned: readonly TunedRecord[];
}

/** Reads all records, including those of other builds. Returns none if the file cannot be read. */
export async function readEvidence(file: string): Promise<Evidence> {
  try {
    const {
      records,
      emulated = [],
      tuned = [],
    } = evidenceSchema.parse(JSON.parse(String(await readPlainFile(file))));
    return { records, emulated, tuned };
  } catch {
    // Missing or damaged: it is written again.
    return { records: [], emulated: [], tuned: [] };
  }
}

/** The text of evidence.json. Nothing but known fields is in it, whatever the records were read from. */
export function evidenceText({
  records = [],
  emulated = [],
  tuned = [],
}: Partial<Evidence>): string {
  const document = {
    format: EVIDENCE_FORMAT,
    records,
    ...(emulated.length > 0 && { emulated }),
    ...(tuned.length > 0 && { tuned }),
  };
  return fileJson(document);
}

/** Says what the outputs of a test were compared with. */
export const COMPARED_WITH: Readonly<Record<EmulatedRecord['expected'], string>> = {
  reference: 'compared with the reference',
  interpreter: "compared with Triton's interpreter",
  none: 'not compared with anything',
};

/** Returns, in parentheses, how many records were compared with less than the user's reference; empty if none. */
export function weakerComparisons(records: readonly EmulatedRecord[]): string {
  const kinds = (['interpreter', 'none'] as const).flatMap((kind) => {
    const count = records.filter(({ expected }) => expected === kind).length;
    return count === 0 ? [] : [`${count} ${COMPARED_WITH[kind]}`];
  });
  return kinds.length === 0 ? '' : ` (${kinds.join(', ')})`;
}

/** Returns true if a record is of exactly this package: all its files are the ones that were tested. */
export function isOfPackage(
  record: Pick<EvidenceRecord, 'manifestSha256' | 'packageSha256'>,
  pkg: { readonly manifestSha256: string; readonly packageSha256: string },
): boolean {
  return record.manifestSha256 === pkg.manifestSha256 && record.packageSha256 === pkg.packageSha256;
}

/** The run of a workflow that a process belongs to; undefined outside of workflows. */
export function testRun(env: Environment): TestRun | undefined {
  if (env['GITHUB_ACTIONS'] !== 'true') return undefined;
  return runSchema.safeParse({
    repository: env['GITHUB_REPOSITORY'],
    id: env['GITHUB_RUN_ID'],
  }).data;
}

/** The name of a GPU as evidence can have it. */
export function recordedDevice(name: string): string {
  const text = name.replaceAll(/[^\w .,()/+-]/g, '_').slice(0, 128);
  return /^[A-Za-z0-9]/.test(text) ? text : `GPU ${text}`.slice(0, 128);
}

/** The runs of records, such as `run 12 of me/kernels`, or where they were made without one. */
export function describeRuns(records: readonly Pick<EvidenceRecord, 'run'>[]): string {
  const names = records.map(({ run }) =>
    run === undefined ? 'no run of a workflow' : `run ${run.id} of ${run.repository}`,
  );
  return [...new Set(names)].join(', ');
}
