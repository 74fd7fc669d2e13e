import { z } from 'zod';

/** A string. `what` completes `expected …`. */
export const textSchema = (what: string): z.ZodString => z.string({ error: `expected ${what}` });

/** Any float, also `.inf` and `.nan`. */
export const floatSchema = z.custom<number>((value) => typeof value === 'number');

/** A placeholder for a value of `for`. The value is checked after it is filled in. */
const placeholder = z.string().regex(/^\{[A-Za-z_]\w*\}$/, { abort: true });

export const expressionSchema = z.union([z.string(), z.bigint()], {
  error: 'expected an expression (quote it if it contains `?:`)',
});

/** A value or a placeholder. Messages are the schema's own, since placeholders are rare. */
export function orPlaceholder(schema: z.ZodType): z.ZodType {
  return z.union([schema, placeholder], {
    error: ({ input }) => schema.safeParse(input).error?.issues[0]?.message ?? 'invalid value',
  });
}

/** Makes the schema of a non-string accept placeholders, or leaves it as it is. */
export type SchemaHole = <T extends z.ZodType>(schema: T) => T;

/** The cast is safe: sections are parsed again after the placeholders are filled in. */
export const PLACEHOLDERS: SchemaHole = <T extends z.ZodType>(schema: T) =>
  orPlaceholder(schema) as unknown as T;

export const NO_HOLES: SchemaHole = (schema) => schema;
