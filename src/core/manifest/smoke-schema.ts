import { z } from 'zod';
import type { Path } from '../base/errors.ts';
import { BUFFER_ROLES } from '../model/smoke-case.ts';

/** The plain values that several parts of a manifest are made of. */

export const textSchema = (what: string): z.ZodString => z.string({ error: `expected ${what}` });

/** Any float: also `.inf` and `.nan`. */
export const floatSchema = z.custom<number>((value) => typeof value === 'number');

/** Stands for a value of `for`, which is checked once it is filled in. */
const placeholder = z.string().regex(/^\{[A-Za-z_]\w*\}$/, { abort: true });

export const expressionSchema = z.union([z.string(), z.bigint()], {
  error: 'expected an expression (put quotes around one that has `?` and `:`)',
});

/** A value or a placeholder. What the schema itself says is wrong, since a placeholder is the rare case. */
export function orPlaceholder(schema: z.ZodType): z.ZodType {
  return z.union([schema, placeholder], {
    error: ({ input }) => schema.safeParse(input).error?.issues[0]?.message ?? 'not usable',
  });
}

/** What `smoke:` may hold. `hole` lets a value that is no text be a placeholder too. */
function sectionOf(hole: <T extends z.ZodType>(schema: T) => T) {
  const number = (error = 'expected a number') =>
    hole(z.union([z.bigint(), floatSchema], { error }));
  const index = hole(z.bigint({ error: 'expected an index, counted from 0' }));
  const flag = hole(z.boolean({ error: 'expected true or false' }));

  const literal = hole(
    z.union([z.bigint(), floatSchema, z.boolean()], {
      error: 'expected an integer, a float, true or false',
    }),
  );

  const axes = z
    .array(expressionSchema, { error: 'expected a list of expressions such as [M, K]' })
    .min(1, { error: 'expected at least one axis' });

  const fill = z
    .union([hole(z.enum(FILL_WORDS)), z.strictObject(fillsOf(number))], {
      error: `expected one of ${FILL_WORDS.join(', ')}, or a map with one of ${FILLS.join(', ')}`,
    })
    .describe('What the buffer holds before the call.');

  const buffer = z
    .union(
      [
        axes,
        z.strictObject({
          shape: axes.describe('Elements on each axis, outermost first.'),
          strides: axes.optional().describe('In elements; contiguous when left out.'),
          role: hole(
            z.enum(BUFFER_ROLES, { error: `expected one of ${BUFFER_ROLES.join(', ')}` }),
          ).optional(),
          fill: fill.optional(),
        }),
        z.null(),
      ],
      { error: 'expected a shape such as [M, K], a map with `shape`, or null' },
    )
    .describe('A shape, in full a map; null is a null pointer.');

  const limitsError =
    'expected a number for `norm`, `rtol` or `atol`, or a map of these for a buffer or an element type';
  const limits = {
    norm: number(limitsError).optional().describe('Limit of ‖out − expected‖ / ‖expected‖.'),
    rtol: number(limitsError).optional(),
    atol: number(limitsError).optional(),
  };

  return z.strictObject(
    {
      reference: textSchema('`FILE.py:FUNCTION`, `interpreter` or `none`')
        .optional()
        .describe('Where the expected outputs come from: a numpy function, or the interpreter.'),
      cases: z
        .array(z.record(z.string(), literal, { error: 'expected a map of names to values' }), {
          error: 'expected a list of cases such as [{ M: 512, N: 512 }]',
        })
        .min(1, { error: 'expected at least one case' })
        .optional()
        .describe('Calls of the kernel: sizes and values of scalar parameters.'),
      arguments: z
        .record(
          z.string(),
          z.union([z.string(), z.bigint(), floatSchema, z.boolean()], {
            error:
              'expected an expression (put quotes around one with a comma), a number, true or false',
          }),
          { error: 'expected a map of scalar parameters to expressions' },
        )
        .optional()
        .describe('Scalar parameters that a case does not name.'),
      buffers: z
        .record(z.string(), buffer, { error: 'expected a map of pointer parameters to shapes' })
        .optional(),
      seed: hole(z.bigint({ error: 'expected an integer' }))
        .optional()
        .describe('What random inputs start from; 0 when left out.'),
      tolerance: z
        .object(limits, { error: limitsError })
        .catchall(z.strictObject(limits, { error: limitsError }))
        .optional()
        .describe('What passes: for all floating-point outputs, or by buffer or element type.'),
      algos: z
        .array(index, { error: 'expected a list of algo ids' })
        .min(1, { error: 'expected at least one algo' })
        .optional()
        .describe('The algos to test; all when left out.'),
      specialisations: z
        .array(index, { error: 'expected a list of specialisations, counted from 0' })
        .min(1, { error: 'expected at least one specialisation' })
        .optional()
        .describe('The specialisations to test, in the order they are tried; all when left out.'),
      deterministic: flag.optional().describe('Whether equal inputs must give equal bytes; true.'),
      bytes: expressionSchema
        .optional()
        .describe('Bytes a call moves; `buffers` counts each buffer.'),
      flops: expressionSchema.optional().describe('Floating-point operations of a call.'),
      source: z
        .union(
          [
            z.string(),
            z.array(textSchema('a file')).min(1, { error: 'expected at least one file' }),
          ],
          { error: 'expected a C++ file, or a list of it and the files it includes' },
        )
        .optional()
        .describe("The user's own C++ test."),
    },
    { error: 'expected a map with `cases` or `source`' },
  );
}

const FILL_WORDS = ['normal', 'uniform', 'zeros', 'ones'] as const;
const FILLS = ['normal', 'uniform', 'constant', 'file'] as const;

function fillsOf<T extends z.ZodType>(number: () => T) {
  return {
    normal: z
      .strictObject(
        { mean: number().optional(), deviation: number().optional() },
        { error: 'expected a map with `mean` and `deviation`' },
      )
      .optional(),
    uniform: z
      .strictObject(
        { from: number(), to: number() },
        { error: 'expected a map with `from` and `to`' },
      )
      .optional(),
    constant: number().optional(),
    file: textSchema('a .npy file').optional(),
  };
}

/** The section as the manifest has it: a placeholder may stand for anything that is a single value. */
export const smokeSchema = sectionOf(
  <T extends z.ZodType>(schema: T) =>
    // What comes out has the type of a filled section, which it is checked to be once it is filled.
    orPlaceholder(schema) as unknown as T,
);

/** The section of one kernel, with everything filled in. */
export const filledSmokeSchema = sectionOf((schema) => schema);

export type FilledSmoke = z.infer<typeof filledSmokeSchema>;

/** The keys of the map at a path inside the section. */
export function smokeKeys(path: Path): readonly string[] {
  const last = path.at(-1);
  if (path.length === 0) return Object.keys(filledSmokeSchema.shape);
  if (path[0] === 'tolerance') return ['norm', 'rtol', 'atol'];
  if (path.length === 2) return ['shape', 'strides', 'role', 'fill'];
  if (last === 'normal') return ['mean', 'deviation'];
  return last === 'uniform' ? ['from', 'to'] : FILLS;
}
