import { z } from 'zod';
import { BUFFER_ROLES } from './case.ts';
import { expressionSchema, floatSchema, type SchemaHole, textSchema } from './schema-terms.ts';

/** The schema of an entry of `smoke.buffers`. */
export function bufferOf(hole: SchemaHole) {
  const axes = axesOf();
  return z
    .union(
      [
        axes,
        z.strictObject({
          shape: axes.optional().describe('The number of elements on each axis, outermost first.'),
          strides: axes.optional().describe('Strides in elements. Default: contiguous.'),
          same: textSchema('the name of another buffer')
            .optional()
            .describe('The other parameter whose memory this one gets too.'),
          offset: expressionSchema
            .optional()
            .describe('With `same`: the number of elements from the start of the other buffer.'),
          table: textSchema('an element type such as fp16')
            .optional()
            .describe(
              'The kernel gets a list of addresses, one of each slice of the first axis. This is the type of the elements there.',
            ),
          type: textSchema('an element type such as fp16')
            .optional()
            .describe(
              'The type of the elements of a buffer that only a launch in `followed_by` takes.',
            ),
          role: hole(
            z.enum(BUFFER_ROLES, { error: `expected one of ${BUFFER_ROLES.join(', ')}` }),
          ).optional(),
          fill: fillOf(hole).optional(),
          nan: hole(z.boolean({ error: 'expected true or false' }))
            .optional()
            .describe(
              'Whether an output is NaN where the expected value is NaN. Without it, NaN is always wrong.',
            ),
        }),
        z.null(),
      ],
      { error: 'expected a shape such as [M, K], a map with `shape` or `same`, or null' },
    )
    .describe('A shape, a map with `shape` or `same`, or null for a null pointer.');
}

/** The keys of an entry of `smoke.buffers`. */
export const BUFFER_KEYS = [
  'shape',
  'strides',
  'table',
  'type',
  'role',
  'fill',
  'nan',
  'same',
  'offset',
] as const;

/** The keys of what a case changes in a buffer. */
export const CHANGE_KEYS = ['shape', 'strides', 'offset', 'fill'] as const;

/** The schema of what a case changes in the buffers of the section. */
export function changesOf(hole: SchemaHole) {
  const axes = axesOf();
  const change = z.strictObject(
    {
      shape: axes.optional().describe('The shape in this case.'),
      strides: axes.optional().describe('The strides in this case, in elements.'),
      offset: expressionSchema
        .optional()
        .describe('The buffer starts so many elements after an aligned address. Default: 0.'),
      fill: fillOf(hole).optional(),
    },
    { error: `expected a map with ${CHANGE_KEYS.join(', ')}` },
  );
  return z.record(z.string(), change, {
    error: 'expected a map of buffers such as { a: { strides: [72, 1] } }',
  });
}

function axesOf() {
  return z
    .array(expressionSchema, { error: 'expected a list of expressions such as [M, K]' })
    .min(1, { error: 'expected at least one axis' });
}

function fillOf(hole: SchemaHole) {
  return z
    .union([hole(z.enum(FILL_WORDS)), z.strictObject(fillsOf(hole))], {
      error: `expected one of ${FILL_WORDS.join(', ')}, or a map with one of ${FILLS.join(', ')}`,
    })
    .describe('The contents of the buffer before the call.');
}

const FILL_WORDS = ['normal', 'uniform', 'zeros', 'ones', 'permutation'] as const;
/** The keys of each fill that is a map. */
export const FILL_KEYS = {
  normal: ['mean', 'deviation'],
  uniform: ['from', 'to', 'unique', 'sorted', 'sentinel'],
  constant: [],
  values: [],
  file: [],
} as const;
/** The fills that are maps. */
export const FILLS = Object.keys(FILL_KEYS);

/** Where a property of integers holds: in the whole buffer, or in each row. */
const WHERE = ['rows'] as const;

function limit() {
  return z.union([z.bigint(), floatSchema, z.string()], {
    error: 'expected a number or an expression',
  });
}

function fillsOf(hole: SchemaHole) {
  const number = () =>
    hole(z.union([z.bigint(), floatSchema], { error: 'expected a number' })).optional();
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
          sentinel: number().describe('The value of a quarter of the elements, like -1 or -.inf.'),
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
