import { z } from 'zod';
import { OPTIONS } from '../model/options.ts';
import { TARGET_NAMES } from '../model/target.ts';
import { ARGUMENT_TYPE_NAMES } from '../model/types.ts';
import {
  expressionSchema,
  floatSchema,
  orPlaceholder,
  smokeSchema,
  textSchema,
} from './smoke-schema.ts';

/** What a manifest may hold. Messages say what was expected; the JSON Schema for editors comes from here. */

/** Who writes the C: this program, or Triton's own compile.py and link.py. */
export const GENERATORS = ['native', 'triton'] as const;

export type Generator = (typeof GENERATORS)[number];

const constant = z
  .union([z.bigint(), floatSchema, z.boolean(), z.string(), z.null()], {
    error: 'expected an integer, a float, true, false, a string or null',
  })
  .describe('The value of a constexpr; `tl.float16` is the Triton dtype of that name.');

const constants = z.record(z.string(), constant, {
  error: 'expected a map of parameter names to values',
});

const argument = textSchema('a type such as `*fp16:16`, `i32` or `i32:1`').describe(
  `A type with an optional hint, \`TYPE\`, \`TYPE:16\` (divisible by 16) or \`TYPE:1\` (equal to 1). Types: ${ARGUMENT_TYPE_NAMES.join(' ')}`,
);

const targets = z
  .array(textSchema(`a target such as \`sm_90\``), { error: 'expected a list of targets' })
  .min(1, { error: 'expected at least one target' })
  .describe(`GPU architectures: ${TARGET_NAMES.join(' ')}`);

const grid = z
  .union([expressionSchema, z.array(expressionSchema).min(1)], {
    error:
      'expected one to three expressions, as a list or as text with commas (put quotes around one that has `?` and `:`)',
  })
  .describe(
    'Blocks per axis: one to three expressions over arguments, constants and grid parameters.',
  );

const body = {
  source: textSchema('`FILE.py:FUNCTION`')
    .optional()
    .describe('The kernel: file (relative to the manifest) and function.'),
  signature: textSchema('one token per parameter, separated by commas')
    .optional()
    .describe("Types and constants in the order of the kernel's parameters, separated by commas."),
  arguments: z
    .record(
      z.string(),
      z.union([argument, z.array(argument).min(1)], {
        error:
          'expected a type such as `*fp16:16` or `i32`, or a list of specialisations of one type',
      }),
      { error: 'expected a map of parameter names to types' },
    )
    .optional()
    .describe('Run-time parameters by name; a list names specialisations.'),
  constants: constants.optional().describe('Constexpr parameters by name.'),
  configs: z
    .union([z.literal('autotune'), z.array(constants).min(1)], {
      error: 'expected a list of configs, or `autotune` for those of @triton.autotune',
    })
    .optional()
    .describe('Choices of constants and options; each one is an algo, numbered in this order.'),
  grid: grid.optional(),
  grid_parameters: z
    .record(z.string(), textSchema('an integer type such as `i32`'), {
      error: 'expected a map of names to integer types',
    })
    .optional()
    .describe('Further C parameters that only the grid uses.'),
  depends: z
    .array(textSchema('a glob'), { error: 'expected a list of globs' })
    .optional()
    .describe("Files beside the imported ones that belong to the kernel's sources."),
  targets: targets.optional(),
  smoke: smokeSchema.optional().describe('How the kernel is tested on a GPU.'),
  ...Object.fromEntries(
    Object.entries(OPTIONS).map(([name, { schema }]) => [
      name,
      orPlaceholder(schema)
        .describe(schema.description ?? '')
        .optional(),
    ]),
  ),
};

const kernel = z
  .strictObject(
    {
      for: z
        .record(
          z.string(),
          z
            .array(
              z.union([z.string(), z.bigint(), z.number(), z.boolean()], {
                error: 'expected text, a number or a boolean',
              }),
              { error: 'expected a list of values' },
            )
            .min(1, { error: 'expected at least one value' }),
          { error: 'expected a map of names to lists' },
        )
        .optional()
        .describe('Cross product: one entry point for each choice; {name} stands for the value.'),
      ...body,
    },
    { error: 'expected a map that describes a kernel' },
  )
  .describe('One C entry point.');

export const manifestSchema = z.strictObject(
  {
    package: textSchema('the name of the package').describe('The package; a C identifier.'),
    version: textSchema('a version such as 1.2.0 (in quotes if it has only one dot)')
      .optional()
      .describe('The version of the package; 0.0.0 when left out.'),
    license: textSchema('an SPDX licence expression such as `MIT`')
      .optional()
      .describe('The licence of the kernels, as an SPDX expression.'),
    triton: textSchema(
      'an exact Triton version such as 3.8.0 (in quotes if it has only one dot)',
    ).describe('The exact Triton version.'),
    targets: targets.optional(),
    generator: z
      .enum(GENERATORS, { error: `expected one of ${GENERATORS.join(', ')}` })
      .optional()
      .describe("Who writes the C: this program (`native`), or Triton's own tools (`triton`)."),
    requirements: z
      .array(textSchema('a requirement such as `numpy` or `numpy==2.1.0`'), {
        error: 'expected a list of requirements',
      })
      .optional()
      .describe('Python packages the kernel files import besides triton.'),
    defaults: z
      .strictObject(body, { error: 'expected a map of settings' })
      .optional()
      .describe('Merged into every kernel.'),
    kernels: z.record(z.string(), kernel, {
      error: 'expected a map of entry points to kernels',
    }),
  },
  { error: 'expected a map with `package`, `triton`, `targets` and `kernels`' },
);

export type RawManifest = z.infer<typeof manifestSchema>;
export type RawConstant = z.infer<typeof constant>;
export type RawKernel = z.infer<typeof kernel>;

/** The JSON Schema of `kernels.yaml`, for editors. */
export function manifestJsonSchema(): unknown {
  const schema = z.toJSONSchema(manifestSchema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { type } = zodSchema._zod.def;
      if (type === 'bigint') jsonSchema.type = 'integer';
      if (type === 'custom') jsonSchema.type = 'number';
    },
  });
  return { title: 'triton-aot kernels.yaml', ...schema };
}
