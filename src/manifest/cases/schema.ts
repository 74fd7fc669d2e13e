import { z } from 'zod';
import type { Path } from '../../base/errors.ts';
import { BUFFER_KEYS, bufferOf, CHANGE_KEYS, FILL_KEYS, FILLS } from './buffer-schema.ts';
import { ACCEPTABLE_KINDS } from './case.ts';
import { BLOCK_KEYS, CASES_KEYS, testCasesOf } from './case-schema.ts';
import {
  expressionSchema,
  floatSchema,
  NO_HOLES,
  PLACEHOLDERS,
  type SchemaHole,
  textSchema,
} from './schema-terms.ts';

/** The schema of `smoke:`. */
function sectionOf(hole: SchemaHole) {
  const number = (error = 'expected a number') =>
    hole(z.union([z.bigint(), floatSchema], { error }));
  const index = hole(z.bigint({ error: 'expected an index, counted from 0' }));
  const flag = hole(z.boolean({ error: 'expected true or false' }));

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
          'Calls of the kernel: values of scalar parameters, and sizes for expressions. `blocks` says which blocks of the grid run, `buffers` what this case changes in them.',
        ),
      arguments: argumentsSchema('expected a map of scalar parameters to expressions')
        .optional()
        .describe('Values of the scalar parameters that a case does not set.'),
      buffers: z
        .record(z.string(), bufferOf(hole), {
          error: 'expected a map of pointer parameters to shapes',
        })
        .optional(),
      followed_by: z
        .array(launchSchema(), { error: 'expected a list of launches such as [{ kernel: merge }]' })
        .min(1, { error: 'expected at least one launch' })
        .optional()
        .describe(
          'Launches of other kernels of the package that follow in each case, before the outputs are compared.',
        ),
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

/** The keys of a launch in `followed_by`. */
const LAUNCH_KEYS = ['kernel', 'arguments'];

/** The schema of a launch that follows. */
function launchSchema() {
  return z.strictObject(
    {
      kernel: textSchema('the name of a kernel').describe('The kernel, by its key in `kernels:`.'),
      arguments: argumentsSchema('expected a map of parameters to buffers, numbers and expressions')
        .optional()
        .describe(
          'What its parameters get: buffers of this section, numbers and expressions. The others get what has the same name here.',
        ),
    },
    { error: 'expected a map with `kernel` and `arguments`' },
  );
}

function argumentsSchema(error: string) {
  return z.record(
    z.string(),
    z.union([z.string(), z.bigint(), floatSchema, z.boolean()], {
      error: 'expected a number, true, false or an expression (quote it if it contains a comma)',
    }),
    { error },
  );
}

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
  if (path[0] === 'cases') {
    const [, ...inCases] = path.filter((key) => key !== 'written');
    if (inCases.length === 0) return CASES_KEYS;
    if (inCases[1] === 'blocks') return BLOCK_KEYS;
    if (inCases.length <= 3) return CHANGE_KEYS;
  }
  if (path[0] === 'followed_by') return path.length === 2 ? LAUNCH_KEYS : [];
  if (path[0] === 'tolerance') return ['norm', 'rtol', 'atol', 'steps'];
  if (path.length === 2) return BUFFER_KEYS;
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
