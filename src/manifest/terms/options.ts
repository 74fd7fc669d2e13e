import { z } from 'zod';
import { isPowerOfTwo } from './constant.ts';
import type { Vendor } from './target.ts';

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
  },
  num_stages: {
    schema: whole(1, 64).describe('Stages of software pipelining.'),
    since: '3.6.0',
  },
  num_ctas: {
    schema: powerOfTwo(16).describe('Blocks of one cluster (sm_90 and later).'),
    since: '3.6.0',
  },
  maxnreg: {
    schema: whole(1, 255).describe('The most registers a thread may use.'),
    since: '3.6.0',
    only: 'cuda',
  },
  enable_fp_fusion: {
    schema: flag().describe('Contract a multiplication and an addition into one operation.'),
    since: '3.6.0',
  },
  launch_pdl: {
    schema: flag().describe('Programmatic dependent launch (sm_90 and later).'),
    since: '3.6.0',
    only: 'cuda',
  },
  launch_cooperative_grid: {
    schema: flag().describe('Launch all blocks at once or not at all.'),
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
      .describe('How tl.dot treats fp32 inputs.'),
    since: '3.6.0',
  },
  sanitize_overflow: {
    schema: flag().describe('Check integer overflow (with debug).'),
    since: '3.6.0',
  },
  debug: {
    schema: flag().describe('Keep device_assert and other checks.'),
    since: '3.6.0',
  },
  ptx_options: {
    schema: z
      .string({ error: 'expected text' })
      // The kernel hash would miss the content of files named here.
      .regex(/^(?!.*(?:options-file|-optf))[\w .,:=+-]*$/, {
        error:
          'expected ptxas options (letters, digits, spaces and _ . , : = + -), no options file',
      })
      .describe('Further command line options for ptxas.'),
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
    schema: whole(0, 16).describe('AMD: waves of a SIMD that registers are limited for; 0: any.'),
    since: '3.6.0',
    only: 'hip',
  },
  matrix_instr_nonkdim: {
    schema: oneOf([0, 4, 16, 32]).describe('AMD: rows of a matrix instruction; 0: chosen.'),
    since: '3.6.0',
    only: 'hip',
  },
  kpack: {
    schema: oneOf([1, 2]).describe('AMD: matrix instructions whose operands are loaded at once.'),
    since: '3.6.0',
    only: 'hip',
  },
  allow_flush_denorm: {
    schema: flag().describe('AMD: flush denormals of fp32 to zero.'),
    since: '3.6.0',
    only: 'hip',
  },
  schedule_hint: {
    schema: z
      .string({ error: 'expected text' })
      .regex(/^[\w,-]*$/, { error: 'expected names, separated by commas' })
      .describe('AMD: how instructions are scheduled around tl.dot.'),
    since: '3.6.0',
    only: 'hip',
  },
  wgp_cu_mode: {
    schema: z
      .enum(['wgp', 'cu'], { error: 'expected wgp or cu' })
      .describe('AMD: whether blocks run on a work group processor or a compute unit.'),
    since: '3.9.0',
    only: 'hip',
  },
} as const satisfies Readonly<Record<string, Option>>;

interface Option {
  readonly schema: z.ZodType<bigint | boolean | string>;
  readonly since: string;
  /** The only backend that has it. */
  readonly only?: Vendor;
}

type OptionName = keyof typeof OPTIONS;
type OptionValue = number | boolean | string;

export type Options = Readonly<Partial<Record<OptionName, OptionValue>>>;

/**
 * The default options, as in Triton's JIT. enable_fp_fusion is set explicitly, since its default
 * changes with Triton 3.10.
 */
export const DEFAULT_OPTIONS: Options = { num_warps: 4, num_stages: 3, enable_fp_fusion: true };

/** The default options that are others for AMD. Source: `HIPOptions` of Triton 3.6.0 to 3.9.0. */
export const AMD_DEFAULTS: Options = { num_stages: 2 };

/** The backend that an option is for; undefined if both have it. */
export function onlyFor(name: string): Vendor | undefined {
  const options: Readonly<Record<string, Option>> = OPTIONS;
  return options[name]?.only;
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
