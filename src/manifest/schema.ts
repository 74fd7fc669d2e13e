import { z } from 'zod';
import { EMBED_FORMS } from './terms/package.ts';
import { describeOption, allOptions, SETTINGS } from './terms/options.ts';
import { targetNames } from './terms/target.ts';
import { NEWEST_TESTED, parseTritonVersion, RELEASES } from './terms/triton-version.ts';
import { ARGUMENT_TYPE_NAMES } from './terms/types.ts';
import { budgetSchema } from './budget.ts';
import { featureKernelKeys, featureTopKeys, schemasOf } from './parts.ts';
import { expressionSchema, floatSchema, orPlaceholder, textSchema } from './cases/schema-terms.ts';
import { benchSchema, smokeSchema } from './cases/schema.ts';

/** The sources of hints for arguments that have none in the manifest. */
const SPECIALISE_MODES = ['auto', 'listed'] as const;

export type SpecialiseMode = (typeof SPECIALISE_MODES)[number];

/** The ways to take kernels from their files. */
const SOURCE_MODES = ['slice', 'import'] as const;

export type SourceMode = (typeof SOURCE_MODES)[number];

const CONSTANT_FORMS = 'an integer, a float, true, false, a string, null or a list of these';

/** A list is a tuple, whose elements can be tuples too. */
type RawConstantValue = bigint | number | boolean | string | null | readonly RawConstantValue[];

const constant: z.ZodType<RawConstantValue> = z
  .union(
    [z.bigint(), floatSchema, z.boolean(), z.string(), z.null(), z.array(z.lazy(() => constant))],
    { error: `expected ${CONSTANT_FORMS}` },
  )
  .meta({
    id: 'constant',
    description: 'The value of a constexpr. `tl.float16` is the Triton dtype. A list is a tuple.',
  });

const constants = z.record(z.string(), constant, {
  error: 'expected a map of parameter names to values',
});

const argument = textSchema('a type such as `*fp16:16`, `i32` or `i32:1`').describe(
  `A type with an optional hint: \`TYPE\`, \`TYPE:16\`, \`:8\`, \`:4\` or \`:2\` (divisible by that number) or \`TYPE:1\` (equal to 1). Types: ${ARGUMENT_TYPE_NAMES.join(' ')}`,
);

const targetList = z
  .array(
    z.string({
      error: ({ input }) => `expected a target such as \`sm_90\`${guessOfTarget(input)}`,
    }),
    { error: 'expected a list of targets' },
  )
  .min(1, { error: 'expected at least one target' });

/** Returns a question with the target that a number was meant for, such as `sm_80` for `8.0` or `80`. */
function guessOfTarget(input: unknown): string {
  const number = Number(input);
  if (typeof input !== 'number' && typeof input !== 'bigint') return '';
  const name = `sm_${(number < 20 ? number * 10 : number).toFixed(0)}`;
  return `; found the number ${input}${targetNames().includes(name) ? `: did you mean \`${name}\`?` : ''}`;
}

const targets = z
  .union([targetList, z.string().transform((text) => text.split(',').map((name) => name.trim()))], {
    error: 'expected a list of targets such as [sm_80, sm_90], or one target',
  })
  .meta({
    // Features add targets.
    get description() {
      return `GPU architectures, or GPUs such as H100, as a list or as text with commas: ${targetNames().join(' ')}`;
    },
  });

const config = z
  .object(
    {
      targets: targets
        .optional()
        .describe('The targets that the config is for. Default: all of the kernel.'),
    },
    { error: 'expected a map of parameter names to values' },
  )
  .catchall(constant);

const mostConfigs = z
  .bigint({ error: 'expected the number of configs to take, such as 12' })
  .min(1n, { error: 'expected at least one config' });

const EXPECTED_CONFIGS =
  'expected a list of configs, or `autotune` or `{ autotune: COUNT }` to use those of @triton.autotune';

/** Says what `configs` has to be. For lists of values by name, which other tools take, shows the first config. */
function configsError(input: unknown): string {
  const lists = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  if (lists.length === 0 || !lists.every(([, values]) => Array.isArray(values)))
    return EXPECTED_CONFIGS;
  const first = lists.map(([name, [value]]: [string, unknown[]]) => `${name}: ${String(value)}`);
  return `expected a list with a map for each config, such as [{ ${first.join(', ')} }]; found a map of lists`;
}

const grid = z
  .union([expressionSchema, z.array(expressionSchema).min(1)], {
    error:
      'expected one to three expressions, as a list or as text with commas (quote one that contains `?:`)',
  })
  .describe(
    'The number of blocks on each axis: one to three expressions of arguments, constants and grid parameters.',
  );

const bodyShape = () => ({
  source: textSchema('`FILE.py:FUNCTION`')
    .optional()
    .describe(
      'The kernel function: `FILE.py:FUNCTION`, the file relative to the manifest, or `MODULE:FUNCTION` for a package in `packages`.',
    ),
  source_mode: z
    .enum(SOURCE_MODES, { error: `expected one of ${SOURCE_MODES.join(', ')}` })
    .optional()
    .describe(
      'How the kernel is taken from its file: only the function and what it needs (`slice`, the default), or by importing the file (`import`).',
    ),
  globals: z
    .record(z.string(), constant, { error: 'expected a map of names to values' })
    .optional()
    .describe(
      'Values that the kernel reads and that are known only when the program runs, by name. `tl.NAME` is an object of Triton.',
    ),
  signature: textSchema('one token per parameter, separated by commas')
    .optional()
    .describe(
      "Types and constants in the order of the function's parameters, separated by commas.",
    ),
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
    .describe('Types of run-time parameters by name. A list gives several specialisations.'),
  specialise: z
    .enum(SPECIALISE_MODES, { error: `expected one of ${SPECIALISE_MODES.join(', ')}` })
    .optional()
    .describe(
      'Whether hints are found for arguments that have none (`auto`, the default), or only those that the manifest lists are used (`listed`).',
    ),
  specialisations: z
    .array(
      z.record(
        z.string(),
        z.literal([16n, 8n, 4n, 2n, 1n], {
          error: 'expected 16, 8, 4 or 2 (a divisor of the value), or 1 (equal to 1)',
        }),
        { error: 'expected a map of parameters to hints, such as { K: 16, stride_ak: 1 }' },
      ),
      { error: 'expected a list of maps, such as [{ K: 16 }, {}]' },
    )
    .min(1, { error: 'expected at least one specialisation' })
    .optional()
    .describe(
      'Sets of hints for all arguments at once. Arguments that a set does not name have none. `{}` takes any values.',
    ),
  constants: constants.optional().describe('Values of constexpr parameters by name.'),
  configs: z
    .union(
      [z.literal('autotune'), z.strictObject({ autotune: mostConfigs }), z.array(config).min(1)],
      { error: ({ input }) => configsError(input) },
    )
    .optional()
    .describe(
      'Choices of constants and options. Each is one algo, numbered in this order. `autotune` uses those of @triton.autotune, and `{ autotune: 12 }` the 12 of them that differ most.',
    ),
  grid: grid.optional(),
  grid_parameters: z
    .record(z.string(), textSchema('an integer type such as `i32`'), {
      error: 'expected a map of names to integer types',
    })
    .optional()
    .describe('Additional C parameters that only the grid uses.'),
  requires: z
    .union([expressionSchema, z.array(expressionSchema)], {
      error: 'expected an expression such as `n % 16 == 0`, or a list of expressions',
    })
    .optional()
    .describe(
      'Conditions on arguments, grid parameters and constants. A call that does not meet all of them is refused.',
    ),
  strict_configs: z
    .boolean({ error: 'expected true or false' })
    .optional()
    .describe(
      'Whether a config of `configs: autotune` that does not compile is an error, and a `pre_hook` too. Default: false, which drops the config and warns of the hook.',
    ),
  depends: z
    .array(textSchema('a glob'), { error: 'expected a list of globs' })
    .optional()
    .describe(
      'Globs of further files that the kernel depends on. The Python files it imports need not be listed.',
    ),
  ...Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema.optional()]),
  ),
  targets: targets.optional(),
  smoke: smokeSchema.optional().describe('The test of the kernel on a GPU.'),
  budget: budgetSchema
    .optional()
    .describe('Limits of what the kernel takes. Exceeding one fails the build, or warns.'),
  bench: benchSchema.optional().describe('What `triton-aot bench` compares the kernel with.'),
  ...schemasOf(featureKernelKeys()),
  ...Object.fromEntries(
    Object.entries(allOptions()).map(([name, option]) => [
      name,
      orPlaceholder(option.schema).describe(describeOption(option)).optional(),
    ]),
  ),
});

const choice = z.union([z.string(), z.bigint(), z.number(), z.boolean()], {
  error: 'expected a string, a number, true or false',
});

const choiceLists = z.record(
  z.string(),
  z
    .array(choice, {
      error: ({ input }) => {
        const isOne = choice.safeParse(input).success;
        return `expected a list of values, such as [${isOne ? String(input) : 'fp16, fp32'}]`;
      },
    })
    .min(1, { error: 'expected at least one value' }),
  { error: 'expected a map of names to lists' },
);

const choices = z
  .array(z.record(z.string(), choice, { error: 'expected a map of names to values' }))
  .min(1, { error: 'expected at least one map' });

/** The schema of `for`, which makes several entries of one. */
export const forSchema = z
  .union([choiceLists, choices], {
    error: 'expected a map of names to lists, or a list of maps of names to values',
  })
  .optional();

const kernelSchema = (body: ReturnType<typeof bodyShape>) =>
  z
    .strictObject(
      {
        for: forSchema.describe(
          'Lists of values by name: one kernel for each combination. Or a list of maps of values by name: one kernel for each map. `{name}` is replaced by the value.',
        ),
        ...body,
      },
      { error: 'expected a map with the settings of a kernel' },
    )
    .describe('One C entry point.');

function makeSchema() {
  const body = bodyShape();
  return z.strictObject(
    {
      package: textSchema('the name of the package').describe(
        'The name of the package: a C identifier.',
      ),
      version: textSchema('a version such as 1.2.0 (in quotes if it has only one dot)')
        .optional()
        .describe('The version of the package. Default: 0.0.0.'),
      license: textSchema('an SPDX license expression such as `MIT`')
        .optional()
        .describe('The license of the kernels, as an SPDX expression.'),
      triton: z
        .string({ error: ({ input }) => versionError(input) })
        .describe(`The exact Triton version. Releases: ${RELEASES.join(' ')}`),
      targets: targets.optional(),
      'known-wrong': z
        .enum(['warn', 'error'], { error: 'expected warn or error' })
        .optional()
        .describe(
          'What a build does about code that this version of Triton is known to compile wrongly: `warn` (the default), or `error`, which ends the build.',
        ),
      embed: z
        .enum(EMBED_FORMS, { error: `expected one of ${EMBED_FORMS.join(', ')}` })
        .optional()
        .describe(
          'How cubins are in the C sources: `compressed` (the default), or `raw`, as the driver takes them.',
        ),
      ptx_fallback: z
        .boolean({ error: 'expected true or false' })
        .optional()
        .describe(
          'Embed the PTX of the oldest target too, for GPUs that no cubin is for. Default: false.',
        ),
      requirements: z
        .array(textSchema('a requirement such as `numpy` or `numpy==2.1.0`'), {
          error: 'expected a list of requirements',
        })
        .optional()
        .describe('Python packages that the kernel files import. Triton need not be listed.'),
      packages: z
        .record(
          z.string(),
          textSchema('an exact version such as 1.2.0 (in quotes if it has only one dot)'),
          {
            error: 'expected a map of package names to exact versions',
          },
        )
        .optional()
        .describe(
          'Packages of the index whose kernels are built, with their exact versions. Their wheels are unpacked, not installed. If the index cannot be reached, the installed files are copied.',
        ),
      budget: budgetSchema
        .optional()
        .describe('The budget of every kernel. `budget` in a kernel replaces single limits.'),
      defaults: z
        .strictObject(body, { error: 'expected a map of settings' })
        .optional()
        .describe('Settings merged into every kernel.'),
      kernels: z.record(z.string(), kernelSchema(body), {
        error: 'expected a map of kernel names to settings',
      }),
      ...schemasOf(featureTopKeys()),
    },
    { error: 'expected a map with `package`, `triton`, `targets` and `kernels`' },
  );
}

let made: ReturnType<typeof makeSchema> | undefined;

/** Returns the schema of the manifest. Features have added their keys before it is first asked for. */
export function manifestSchema(): ReturnType<typeof makeSchema> {
  return (made ??= makeSchema());
}

export type RawManifest = z.infer<ReturnType<typeof makeSchema>>;
export type RawConfig = z.infer<typeof config>;
export type RawConstant = z.infer<typeof constant>;
export type RawKernel = z.infer<ReturnType<typeof kernelSchema>>;

/** YAML reads `3.8` as a number. */
function versionError(input: unknown): string {
  const expected = `expected an exact Triton version such as ${NEWEST_TESTED}`;
  if (typeof input !== 'number' && typeof input !== 'bigint') return expected;
  const parsed = parseTritonVersion(String(input));
  return parsed.ok ? expected : parsed.problem.message;
}

/** The JSON Schema of `kernels.yaml`, for editors. */
export function manifestJsonSchema(): unknown {
  const schema = z.toJSONSchema(manifestSchema(), {
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
