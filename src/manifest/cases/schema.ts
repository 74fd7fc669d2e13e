import { z } from 'zod';
import type { Path } from '../../base/errors.ts';
import { ACCEPTABLE_KINDS, BUFFER_ROLES } from './case.ts';

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

/** The value of a name in a case. */
function literalOf(hole: SchemaHole) {
  return hole(
    z.union([z.bigint(), floatSchema, z.boolean()], {
      error: 'expected an integer, a float, true or false',
    }),
  );
}

function listOf<Case extends z.ZodType>(schema: Case) {
  return z
    .array(schema, { error: 'expected a list of cases such as [{ M: 512, N: 512 }]' })
    .min(1, { error: 'expected at least one case' });
}

/** Returns the schema of a list of cases that have nothing but values. */
export function casesOf(hole: SchemaHole) {
  const map = { error: 'expected a map of names to values' };
  return listOf(z.record(z.string(), literalOf(hole), map));
}

/** The most blocks that a part of `blocks` can choose. */
const MOST_BLOCKS = 65_536n;
export const BLOCK_KEYS = ['first', 'last', 'sample', 'at'] as const;

/** Returns the schema of the cases of a test: next to its values, a case can say which of its blocks run. */
function testCasesOf(hole: SchemaHole) {
  const count = (what: string) =>
    hole(
      z
        .bigint({ error: 'expected a number of blocks' })
        .min(0n, { error: 'expected a number of blocks' })
        .max(MOST_BLOCKS, { error: `at most ${MOST_BLOCKS} blocks can be chosen` }),
    )
      .optional()
      .describe(what);
  const index = hole(
    z
      .bigint({ error: 'expected an index, counted from 0' })
      .min(0n, { error: 'expected an index, counted from 0' }),
  );
  const blocks = z
    .strictObject(
      {
        first: count('How many of the first blocks run.'),
        last: count('How many of the last blocks run.'),
        sample: count('How many blocks run of all, evenly spread, with the first and the last.'),
        at: z
          .array(
            z
              .array(index, { error: 'expected a list of indices such as [0, 5]' })
              .min(1, { error: 'expected one to three indices' })
              .max(3, { error: 'expected one to three indices' }),
            { error: 'expected a list of blocks such as [[0], [7, 3]]' },
          )
          .optional()
          .describe('Blocks by their indices on the axes of the grid.'),
      },
      { error: 'expected a map such as { first: 2, last: 2, sample: 8 }' },
    )
    .describe(
      'The blocks that run, emulated: their accesses are checked. Sizes can go beyond 2^31 elements.',
    );
  const literal = literalOf(hole);
  return listOf(
    z
      .object(
        // A kernel can have a parameter with this name.
        { blocks: z.union([literal, blocks]).optional() },
        { error: 'expected a map of names to values' },
      )
      .catchall(literal),
  );
}

/** The schema of `smoke:`. */
function sectionOf(hole: SchemaHole) {
  const number = (error = 'expected a number') =>
    hole(z.union([z.bigint(), floatSchema], { error }));
  const index = hole(z.bigint({ error: 'expected an index, counted from 0' }));
  const flag = hole(z.boolean({ error: 'expected true or false' }));

  const axes = z
    .array(expressionSchema, { error: 'expected a list of expressions such as [M, K]' })
    .min(1, { error: 'expected at least one axis' });

  const fill = z
    .union([hole(z.enum(FILL_WORDS)), z.strictObject(fillsOf(hole))], {
      error: `expected one of ${FILL_WORDS.join(', ')}, or a map with one of ${FILLS.join(', ')}`,
    })
    .describe('The contents of the buffer before the call.');

  const buffer = z
    .union(
      [
        axes,
        z.strictObject({
          shape: axes.describe('The number of elements on each axis, outermost first.'),
          strides: axes.optional().describe('Strides in elements. Default: contiguous.'),
          role: hole(
            z.enum(BUFFER_ROLES, { error: `expected one of ${BUFFER_ROLES.join(', ')}` }),
          ).optional(),
          fill: fill.optional(),
        }),
        z.null(),
      ],
      { error: 'expected a shape such as [M, K], a map with `shape`, or null' },
    )
    .describe('A shape, a map with `shape`, or null for a null pointer.');

  const limitsError =
    'expected a number for `norm`, `rtol`, `atol` or `steps`, or a map of these for a buffer or an element type';
  const limits = {
    norm: number(limitsError).optional().describe('The limit of ‖out − expected‖ / ‖expected‖.'),
    rtol: number(limitsError).optional(),
    atol: number(limitsError).optional(),
    steps: number(limitsError)
      .optional()
      .describe(
        'The steps of its type by which an element may differ, instead of the other limits: 1 for outputs that are rounded.',
      ),
  };

  return z.strictObject(
    {
      reference: textSchema('`FILE.py:FUNCTION`, `interpreter` or `none`')
        .optional()
        .describe(
          "The source of the expected outputs: a NumPy function (`FILE.py:FUNCTION`), Triton's `interpreter` (the default) or `none`.",
        ),
      cases: testCasesOf(hole)
        .optional()
        .describe(
          'Calls of the kernel: values of scalar parameters, and sizes for expressions. `blocks` says which blocks of the grid run.',
        ),
      arguments: z
        .record(
          z.string(),
          z.union([z.string(), z.bigint(), floatSchema, z.boolean()], {
            error:
              'expected a number, true, false or an expression (quote it if it contains a comma)',
          }),
          { error: 'expected a map of scalar parameters to expressions' },
        )
        .optional()
        .describe('Values of the scalar parameters that a case does not set.'),
      buffers: z
        .record(z.string(), buffer, { error: 'expected a map of pointer parameters to shapes' })
        .optional(),
      seed: hole(z.bigint({ error: 'expected an integer' }))
        .optional()
        .describe('The seed of the random inputs. Default: 0.'),
      tolerance: z
        .object(limits, { error: limitsError })
        .catchall(z.strictObject(limits, { error: limitsError }))
        .optional()
        .describe(
          'The tolerance for all floating-point outputs, or by buffer or element type. Default: that of the least precise type to which the kernel rounds on the way to an output.',
        ),
      algos: z
        .array(index, { error: 'expected a list of algos, counted from 0' })
        .min(1, { error: 'expected at least one algo' })
        .optional()
        .describe('The algos to test. Default: all.'),
      specialisations: z
        .array(index, { error: 'expected a list of specialisations, counted from 0' })
        .min(1, { error: 'expected at least one specialisation' })
        .optional()
        .describe(
          'The specialisations to test, numbered in the order they are tried. Default: all.',
        ),
      deterministic: flag
        .optional()
        .describe('Whether equal inputs must give equal bytes. Default: true.'),
      accept: z
        .partialRecord(
          z.enum(ACCEPTABLE_KINDS, { error: `expected one of ${ACCEPTABLE_KINDS.join(', ')}` }),
          z.record(z.string(), textSchema('the reason'), {
            error: 'expected a map of buffers to reasons',
          }),
          { error: `expected a map with ${ACCEPTABLE_KINDS.join(', ')}` },
        )
        .optional()
        .describe(
          'Known faults of the kernel that do not fail the test: by kind, each buffer with the reason.',
        ),
      bytes: expressionSchema
        .optional()
        .describe(
          'The bytes that a call moves. `buffers` counts each input and output once, and `inout` twice.',
        ),
      flops: expressionSchema.optional().describe('The floating-point operations of a call.'),
      source: z
        .union(
          [
            z.string(),
            z.array(textSchema('a file')).min(1, { error: 'expected at least one file' }),
          ],
          { error: 'expected a C++ file, or a list of it and the files that it includes' },
        )
        .optional()
        .describe('Your own C++ test: the file to compile, then the files that it includes.'),
    },
    { error: 'expected a map with `cases` or `source`' },
  );
}

const FILL_WORDS = ['normal', 'uniform', 'zeros', 'ones', 'permutation'] as const;
const FILL_KEYS = {
  normal: ['mean', 'deviation'],
  uniform: ['from', 'to', 'unique', 'sorted', 'sentinel'],
  constant: [],
  values: [],
  file: [],
} as const;
/** The keys of a fill that is a map. */
export const FILLS = Object.keys(FILL_KEYS);

/** Where a property of integers holds: in the whole buffer, or in each row. */
const WHERE = ['rows'] as const;

function fillsOf(hole: SchemaHole) {
  const number = () =>
    hole(z.union([z.bigint(), floatSchema], { error: 'expected a number' })).optional();
  const limit = () =>
    z.union([z.bigint(), floatSchema, z.string()], {
      error: 'expected a number or an expression',
    });
  const where = (what: string) =>
    hole(z.union([z.boolean(), z.enum(WHERE)], { error: 'expected true, false or rows' }))
      .optional()
      .describe(what);
  return {
    normal: z
      .strictObject(
        { mean: number(), deviation: number() },
        { error: 'expected a map with `mean` and `deviation`' },
      )
      .optional(),
    uniform: z
      .strictObject(
        {
          from: limit(),
          to: limit(),
          unique: where('Integers: no value twice, in the whole buffer or in each row.'),
          sorted: where(
            'Integers: in ascending order from `from` to `to`, in the whole buffer or in each row.',
          ),
          sentinel: number().describe('Integers: the value of a quarter of the elements, like -1.'),
        },
        { error: 'expected a map with `from` and `to`' },
      )
      .optional(),
    constant: number(),
    values: z
      .array(hole(z.union([z.bigint(), floatSchema], { error: 'expected a number' })), {
        error: 'expected a list of numbers such as [0, 3, -1]',
      })
      .min(1, { error: 'expected at least one number' })
      .optional()
      .describe('Every element, the last axis first.'),
    file: textSchema('a .npy file').optional(),
  };
}

/** The cast is safe: sections are parsed again after the placeholders are filled in. */
export const PLACEHOLDERS: SchemaHole = <T extends z.ZodType>(schema: T) =>
  orPlaceholder(schema) as unknown as T;

export const NO_HOLES: SchemaHole = (schema) => schema;

/** The section in the manifest. A placeholder can replace any single value. */
export const smokeSchema = sectionOf(PLACEHOLDERS);

/** The section of one kernel, after the placeholders are filled in. */
export const filledSmokeSchema = sectionOf(NO_HOLES);

export type FilledSmoke = z.infer<typeof filledSmokeSchema>;

/** The keys of the map at a path inside the section. */
export function smokeKeys(path: Path): readonly string[] {
  const last = path.at(-1);
  if (path.length === 0) return Object.keys(filledSmokeSchema.shape);
  if (path[0] === 'accept') return path.length === 1 ? ACCEPTABLE_KINDS : [];
  if (path[0] === 'cases') return BLOCK_KEYS;
  if (path[0] === 'tolerance') return ['norm', 'rtol', 'atol', 'steps'];
  if (path.length === 2) return ['shape', 'strides', 'role', 'fill'];
  return last === 'normal' || last === 'uniform' ? FILL_KEYS[last] : FILLS;
}

/** The schema of `bench:` in a kernel. */
export const benchSchema = z.strictObject({
  torch: z
    .string({ error: 'expected `FILE.py:FUNCTION`' })
    .optional()
    .describe(
      'A function that computes the same with PyTorch: `FILE.py:FUNCTION`. It takes parameters of the kernel by name, as tensors and numbers, and returns the outputs or writes them.',
    ),
});
