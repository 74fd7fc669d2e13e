import { z } from 'zod';
import { isPowerOfTwo } from './constant.ts';
import type { Vendor } from './target.ts';
import { OLDEST_SUPPORTED } from './triton-version.ts';

/**
 * The options of Triton's backends that a manifest may set, by Triton's names. They are listed
 * here because Triton ignores unknown names. Options that name files (the kernel hash would miss
 * their content), that Triton overwrites, or that instrument code are left out. Those with `only` are
 * options of one backend.
 * Source: `CUDAOptions` and `HIPOptions` of Triton 3.6.0 to 3.9.0.
 */
export const OPTIONS = {
  num_warps: {
    schema: powerOfTwo(32).describe('Warps of one block.'),
    since: '3.6.0',
    default: 4,
  },
  num_stages: {
    schema: whole(1, 64).describe('Stages of software pipelining.'),
    since: '3.6.0',
    default: 3,
    amdDefault: 2,
  },
  num_ctas: {
    schema: powerOfTwo(16).describe('Blocks of one cluster (sm_90 and later).'),
    since: '3.6.0',
  },
  maxnreg: {
    schema: whole(1, 255).describe('The most registers a thread can use.'),
    since: '3.6.0',
    only: 'cuda',
  },
  enable_fp_fusion: {
    schema: flag().describe('Contract a multiplication and an addition into one operation.'),
    since: '3.6.0',
    // Triton 3.10 has another default.
    default: true,
  },
  launch_pdl: {
    schema: flag().describe('Programmatic dependent launch (sm_90 and later).'),
    since: '3.6.0',
    only: 'cuda',
  },
  launch_cooperative_grid: {
    schema: flag().describe('Cooperative launch: all blocks at once or not at all.'),
    since: '3.6.0',
  },
  enable_reflect_ftz: {
    schema: flag().describe('Flush denormals to zero in libdevice functions.'),
    since: '3.6.0',
    only: 'cuda',
  },
  default_dot_input_precision: {
    schema: z
      .enum(['tf32', 'tf32x3', 'ieee', 'bf16x3', 'bf16x6'], {
        error: 'expected one of tf32, tf32x3, ieee, bf16x3, bf16x6',
      })
      .describe('How `tl.dot` treats fp32 inputs.'),
    since: '3.6.0',
  },
  sanitize_overflow: {
    schema: flag().describe('Check integer overflow (with `debug`).'),
    since: '3.6.0',
  },
  debug: {
    schema: flag().describe('Keep `device_assert` and other checks.'),
    since: '3.6.0',
    hasLines: true,
  },
  ptx_options: {
    schema: z
      .string({ error: 'expected text' })
      // The kernel hash would miss the content of files named here.
      .regex(/^(?!.*(?:options-file|-optf))[\w .,:=+-]*$/, {
        error:
          'expected ptxas options (letters, digits, spaces and _ . , : = + -), no options file',
      })
      .describe(
        'More command line options for ptxas: letters, digits and `. , : = + -`. An options file is refused.',
      ),
    since: '3.6.0',
    only: 'cuda',
  },
  sched4reg: {
    schema: flag().describe('Schedule for few registers.'),
    since: '3.9.0',
    only: 'cuda',
  },
  clc: {
    schema: flag().describe('Cluster launch control (sm_100 and later).'),
    since: '3.9.0',
    only: 'cuda',
  },
  waves_per_eu: {
    schema: whole(0, 16).describe('Waves of a SIMD that registers are limited for; 0: any.'),
    since: '3.6.0',
    only: 'hip',
  },
  matrix_instr_nonkdim: {
    schema: oneOf([0, 4, 16, 32]).describe('Rows of a matrix instruction; 0: Triton chooses.'),
    since: '3.6.0',
    only: 'hip',
  },
  kpack: {
    schema: oneOf([1, 2]).describe('Matrix instructions whose operands are loaded at once.'),
    since: '3.6.0',
    only: 'hip',
  },
  allow_flush_denorm: {
    schema: flag().describe('Flush denormals of fp32 to zero.'),
    since: '3.6.0',
    only: 'hip',
  },
  schedule_hint: {
    schema: z
      .string({ error: 'expected text' })
      .regex(/^[\w,-]*$/, { error: 'expected names, separated by commas' })
      .describe('How instructions are scheduled around `tl.dot`.'),
    since: '3.6.0',
    only: 'hip',
  },
  wgp_cu_mode: {
    schema: z
      .enum(['wgp', 'cu'], { error: 'expected wgp or cu' })
      .describe('Whether a block runs on a work group processor or a compute unit.'),
    since: '3.9.0',
    only: 'hip',
  },
} as const satisfies Readonly<Record<string, Option>>;

interface Option {
  readonly schema: z.ZodType<bigint | boolean | string>;
  readonly since: string;
  /** The only backend that has it. */
  readonly only?: Vendor;
  /** What the compiler is always given, as in Triton's JIT. Without it, Triton's own default applies. */
  readonly default?: OptionValue;
  /** The default for AMD, if it is another. Source: `HIPOptions` of Triton 3.6.0 to 3.9.0. */
  readonly amdDefault?: OptionValue;
  /** True if cubins then contain line numbers, so that the kernel hash covers them. */
  readonly hasLines?: boolean;
}

type OptionName = keyof typeof OPTIONS;
type OptionValue = number | boolean | string;

export type Options = Readonly<Partial<Record<OptionName, OptionValue>>>;

/** The options that the compiler is always given. */
export const DEFAULT_OPTIONS = valuesOf('default');

/** The default options that are others for AMD. */
export const AMD_DEFAULTS = valuesOf('amdDefault');

function valuesOf(key: 'default' | 'amdDefault'): Options {
  const rows: readonly (readonly [string, Option])[] = Object.entries(OPTIONS);
  return Object.fromEntries(
    rows.flatMap(([name, { [key]: value }]) => (value === undefined ? [] : [[name, value]])),
  );
}

/**
 * What a manifest tells the bridge about a whole kernel, by its key there: each is true or false, and false
 * without it.
 */
export const SETTINGS = {
  line_info: {
    schema: flag().describe(
      'Whether cubins have line tables, so that profilers show the lines of the Python source. Default: false.',
    ),
    sent: 'lineInfo',
    hasLines: true,
  },
} as const satisfies Readonly<Record<string, Setting>>;

interface Setting {
  readonly schema: z.ZodBoolean;
  /** Its name in compile jobs, in the kernel hash and in manifest.json: without it, these are as if it did not exist. */
  readonly sent: string;
  readonly hasLines?: boolean;
}

type SettingName = (typeof SETTINGS)[keyof typeof SETTINGS]['sent'];

/** The settings that are true, by the names with which they are sent. */
export type KernelSettings = Readonly<Partial<Record<SettingName, true | undefined>>>;

/** Returns the schema of an object with all settings as they are sent. */
export function sentSettings<Schema extends z.ZodType>(
  schema: Schema,
): Readonly<Record<SettingName, z.ZodOptional<Schema>>> {
  const fields = Object.values(SETTINGS).map(({ sent }) => [sent, schema.optional()]);
  return Object.fromEntries(fields) as Record<SettingName, z.ZodOptional<Schema>>;
}

/** Returns those of an object's keys that are settings and true, by their names in the manifest or as they are sent. */
export function readSettings(given: Readonly<Record<string, unknown>>): KernelSettings | undefined {
  const found = Object.entries(SETTINGS).flatMap(([name, { sent }]) =>
    given[name] === true || given[sent] === true ? [[sent, true] as const] : [],
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Returns whether the compiler writes line numbers into the cubin, as for the assertions of a debug build. */
export function hasLines(options: Options, settings: KernelSettings = {}): boolean {
  const all: Readonly<Record<string, Option>> = OPTIONS;
  return (
    Object.values(SETTINGS).some((each) => each.hasLines && settings[each.sent] === true) ||
    Object.entries(options).some(([name, value]) => Boolean(value) && all[name]?.hasLines === true)
  );
}

/** The backend that an option is for; undefined if both have it. */
export function onlyFor(name: string): Vendor | undefined {
  const options: Readonly<Record<string, Option>> = OPTIONS;
  return options[name]?.only;
}

const VENDOR_NAMES: Readonly<Record<Vendor, string>> = { cuda: 'NVIDIA', hip: 'AMD' };

/** Says what an option does, and which vendors and releases of Triton have it. */
export function describeOption({ schema, since, only }: Option): string {
  return [
    schema.description ?? '',
    ...(only === undefined ? [] : [`${VENDOR_NAMES[only]} only.`]),
    ...(since === OLDEST_SUPPORTED ? [] : [`Triton ${since} and later.`]),
  ].join(' ');
}

/** The names of all options. */
export const OPTION_NAMES: readonly string[] = Object.keys(OPTIONS);

/** True if a name is that of an option. */
export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

/**
 * Checks the value of an option from the manifest, where integers are bigint.
 * @returns the value, or a message with what was expected.
 */
export function readOption(
  name: OptionName,
  value: unknown,
):
  | { readonly ok: true; readonly value: OptionValue }
  | { readonly ok: false; readonly message: string } {
  const checked = OPTIONS[name].schema.safeParse(value);
  if (!checked.success)
    return { ok: false, message: checked.error.issues[0]?.message ?? 'invalid value' };
  return {
    ok: true,
    value: typeof checked.data === 'bigint' ? Number(checked.data) : checked.data,
  };
}

/** Sorts options into the order of the table, so that equal options give equal JSON. */
export function sortOptions(options: Options): Options {
  return Object.fromEntries(
    Object.keys(OPTIONS).flatMap((name) => {
      const value = options[name as OptionName];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function whole(least: number, most: number): z.ZodType<bigint> {
  const error = `expected a whole number from ${least} to ${most}`;
  return z.bigint({ error }).min(BigInt(least), { error }).max(BigInt(most), { error });
}

function oneOf(values: readonly number[]): z.ZodType<bigint> {
  const error = `expected one of ${values.join(', ')}`;
  return z.bigint({ error }).refine((value) => values.includes(Number(value)), { error });
}

function powerOfTwo(most: number): z.ZodType<bigint> {
  const error = `expected a power of two up to ${most}`;
  return z
    .bigint({ error })
    .refine((value) => value <= BigInt(most) && isPowerOfTwo(value), { error });
}

function flag(): z.ZodBoolean {
  return z.boolean({ error: 'expected true or false' });
}
