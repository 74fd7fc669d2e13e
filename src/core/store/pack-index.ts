import { z } from 'zod';
import { entriesSchema, type Pack } from './pack.ts';

/** An index above this size is none of ours, in bytes. */
export const MOST_INDEX_BYTES = 32 * 1024 * 1024;

/** The format is part of the check: an index of another one says nothing to this program. */
const indexSchema = z.strictObject({
  format: z.literal(1),
  packs: z
    .array(
      z.strictObject({
        digest: z.string().regex(/^[0-9a-f]{64}$/),
        bytes: z.int().nonnegative(),
        entries: entriesSchema,
      }),
    )
    .max(64),
});

/** The index of some packs, as it is kept. */
export function encodeIndex(packs: readonly Pack[]): string {
  const listed = packs.map(({ digest, bytes, entries }) => ({
    digest,
    bytes,
    entries: [...entries],
  }));
  return `${JSON.stringify({ format: 1, packs: listed } satisfies z.input<typeof indexSchema>)}\n`;
}

/** The packs an index names. Throws an error where it is none. */
export function decodeIndex(text: string): readonly Pack[] {
  const { packs } = indexSchema.parse(JSON.parse(text));
  return packs.map((pack) => ({ ...pack, entries: new Map(pack.entries) }));
}
