import { readFile } from 'node:fs/promises';
import { z } from 'zod';

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

/** evidence.json. */
export const evidenceSchema = z.object({
  format: z.literal(EVIDENCE_FORMAT),
  records: z.array(recordSchema),
});

/** An algo and specialisation of a kernel that ran on a GPU and passed. */
export type EvidenceRecord = Readonly<z.infer<typeof recordSchema>>;

/** Reads all records, including those of other builds. Returns none if the file cannot be read. */
export async function readEvidence(file: string): Promise<readonly EvidenceRecord[]> {
  try {
    return evidenceSchema.parse(JSON.parse(await readFile(file, 'utf8'))).records;
  } catch {
    // Missing or damaged: it is written again.
    return [];
  }
}
