import { z } from 'zod';

/** The plain values that several parts of a manifest are made of. */

export const text = (what: string): z.ZodString => z.string({ error: `expected ${what}` });

/** Any float: also `.inf` and `.nan`. */
export const float = z.custom<number>((value) => typeof value === 'number');

/** Stands for a value of `for`, which is checked once it is filled in. */
const placeholder = z.string().regex(/^\{[A-Za-z_]\w*\}$/, { abort: true });

export const expression = z.union([z.string(), z.bigint()], {
  error: 'expected an expression (put quotes around one that has `?` and `:`)',
});

/** A value or a placeholder. What the schema itself says is wrong, since a placeholder is the rare case. */
export function orPlaceholder(schema: z.ZodType): z.ZodType {
  return z.union([schema, placeholder], {
    error: ({ input }) => schema.safeParse(input).error?.issues[0]?.message ?? 'not usable',
  });
}
