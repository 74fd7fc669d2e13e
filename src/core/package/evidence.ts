import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** The file beside a package's own that says on which GPUs its kernels were proven. */
export const EVIDENCE_FILE = 'evidence.json';

export const EVIDENCE_FORMAT = 1;

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
  format: z.literal(EVIDENCE_FORMAT),
  records: z.array(recordSchema),
});

/** One algo and specialisation of a kernel that ran on a GPU, and passed. */
export type EvidenceRecord = Readonly<z.infer<typeof recordSchema>>;

/** The records in a file of evidence, those of other builds among them; none where it is not there or makes no sense. */
export async function readEvidence(file: string): Promise<readonly EvidenceRecord[]> {
  try {
    return evidenceSchema.parse(JSON.parse(await readFile(file, 'utf8'))).records;
  } catch {
    // None yet, or one that nobody can read: it is made anew.
    return [];
  }
}
