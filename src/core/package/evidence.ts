import { z } from 'zod';
import { readPlainFile } from '../base/files.ts';

/** The file that records on which GPUs the package's kernels ran and passed. */
export const EVIDENCE_FILE = 'evidence.json';

export const EVIDENCE_FORMAT = 1;

const recordSchema = z.object({
  /** The hash of the package's manifest.json, which contains the hash of every cubin. */
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

const tunedSchema = z.object({
  manifestSha256: z.string(),
  kernel: z.string(),
  outcome: z.literal('tuned'),
  /** How many sizes were timed with every algo. */
  sizes: z.number(),
  /** The highest time of a chosen algo, as a multiple of the best algo's. */
  worst: z.number(),
  device: z.string(),
  capability: z.string(),
  driver: z.string(),
  triton: z.string(),
});

/** evidence.json. */
export const evidenceSchema = z.object({
  format: z.literal(EVIDENCE_FORMAT),
  records: z.array(recordSchema),
  tuned: z.array(tunedSchema).optional(),
});

/** An algo and specialisation of a kernel that ran on a GPU and passed. */
export type EvidenceRecord = Readonly<z.infer<typeof recordSchema>>;

/** A kernel whose chosen algos were timed on a GPU, and are about as fast as the best. */
export type TunedRecord = Readonly<z.infer<typeof tunedSchema>>;

export interface Evidence {
  readonly records: readonly EvidenceRecord[];
  readonly tuned: readonly TunedRecord[];
}

/** Reads all records, including those of other builds. Returns none if the file cannot be read. */
export async function readEvidence(file: string): Promise<Evidence> {
  try {
    const { records, tuned = [] } = evidenceSchema.parse(
      JSON.parse(String(await readPlainFile(file))),
    );
    return { records, tuned };
  } catch {
    // Missing or damaged: it is written again.
    return { records: [], tuned: [] };
  }
}
