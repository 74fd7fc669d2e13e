import { z } from 'zod';
import { fileJson } from '../base/text.ts';
import { readPlainFile } from '../base/files.ts';
import { isCapability } from '../manifest/terms/vendor.ts';
import type { Environment } from '../base/process.ts';

const EVIDENCE_FORMAT = 1;

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

/** The lists of evidence.json, with the schemas of their records. */
const LISTS = {
  /** The variants that ran on a GPU and passed. */
  records: recordSchema,
  /** The variants whose PTX was executed on a CPU and passed: not their cubins. */
  emulated: emulatedSchema,
  /** The kernels whose chosen algos were timed on a GPU, and are about as fast as the best. */
  tuned: tunedSchema,
};

type ListName = keyof typeof LISTS;

const NAMES = Object.keys(LISTS) as readonly ListName[];

/** evidence.json. */
export const evidenceSchema = z.object({
  format: z.literal(EVIDENCE_FORMAT),
  records: z.array(LISTS.records).max(MOST_RECORDS),
  emulated: z.array(LISTS.emulated).max(MOST_RECORDS).optional(),
  tuned: z.array(LISTS.tuned).max(MOST_RECORDS).optional(),
});

type RecordOf<List extends ListName> = Readonly<z.infer<(typeof LISTS)[List]>>;

/** An algo and specialisation of a kernel that ran on a GPU and passed. */
export type EvidenceRecord = RecordOf<'records'>;

/** An algo and specialisation of a kernel whose PTX was executed on a CPU and passed: not its cubin. */
export type EmulatedRecord = RecordOf<'emulated'>;

/** The facts that every record of a test on a GPU has. */
export type TestFacts = Pick<EvidenceRecord, keyof typeof common>;

/** The run of a workflow in which a package was tested. */
export type TestRun = Readonly<z.infer<typeof runSchema>>;

/** The records of evidence.json. */
export type Evidence = { readonly [List in ListName]: readonly RecordOf<List>[] };

/** Evidence, of which lists can be missing. */
export type SomeEvidence = { readonly [List in ListName]?: Evidence[List] | undefined };

/** Joins evidence, in its order. */
export function joinEvidence(parts: readonly SomeEvidence[]): Evidence {
  return mapEvidence((list) => parts.flatMap((part): readonly AnyRecord[] => part[list] ?? []));
}

/** Returns the records for which `isWanted` is true: of those with the same key the last, sorted by key. */
export function distinctEvidence(
  evidence: Evidence,
  isWanted: (record: AnyRecord) => boolean,
): Evidence {
  return mapEvidence((list) => {
    const wanted = evidence[list].filter(isWanted);
    const byKey = new Map(wanted.map((record) => [recordKey(record), record]));
    return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
  });
}

/** All records of evidence. */
export function allRecords(evidence: Evidence): readonly AnyRecord[] {
  return NAMES.flatMap((list): readonly AnyRecord[] => evidence[list]);
}

/** Makes evidence of the records of each list. The cast is safe if `make` keeps the lists apart. */
function mapEvidence(make: (list: ListName) => readonly AnyRecord[]): Evidence {
  return Object.fromEntries(NAMES.map((list) => [list, make(list)])) as unknown as Evidence;
}

type AnyRecord = Evidence[ListName][number];

/** Identifies what a record is evidence of. */
export function recordKey(record: AnyRecord): string {
  const { algo, specialisation, target, device, capability } = record as Partial<EvidenceRecord>;
  const place = target ?? capability;
  return [record.kernel, sortable(algo), sortable(specialisation), place, device ?? ''].join('\0');
}

function sortable(value: number | undefined): string {
  return value === undefined ? '' : String(value).padStart(6, '0');
}

/** Reads all records, including those of other builds. Returns none if the file cannot be read. */
export async function readEvidence(file: string): Promise<Evidence> {
  try {
    return joinEvidence([evidenceSchema.parse(JSON.parse(String(await readPlainFile(file))))]);
  } catch {
    // Missing or damaged: it is written again.
    return joinEvidence([]);
  }
}

/** The text of evidence.json. Nothing but known fields is in it, whatever the records were read from. */
export function evidenceText(evidence: SomeEvidence): string {
  const { records, ...others } = joinEvidence([evidence]);
  const given = Object.entries(others).filter(([, list]) => list.length > 0);
  return fileJson({ format: EVIDENCE_FORMAT, records, ...Object.fromEntries(given) });
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
