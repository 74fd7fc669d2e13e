import { z } from 'zod';
import { isPowerOfTwo } from './constant.ts';
import { allTerms, vendorTerms } from './vendor.ts';
import type { Option, OptionValue, Vendor } from './vendor-terms.ts';

/**
 * The options of Triton's backends that a manifest may set, by Triton's names. They are listed
 * here because Triton ignores unknown names. Options that name files (the kernel hash would miss
 * their content), that Triton overwrites, or that instrument code are left out. Those with `only` are
 * options of one backend. Other vendors add theirs.
 * Source: `CUDAOptions` of Triton 3.6.0 to 3.9.0.
 */
const OPTIONS = {
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
} as const satisfies Readonly<Record<string, Option>>;

export type Options = { readonly [Name in keyof typeof OPTIONS]?: OptionValue } & {
  readonly [name: string]: OptionValue;
};

/** Returns all options by name, those of each vendor last. */
export function allOptions(): Readonly<Record<string, Option>> {
  return Object.assign({}, OPTIONS, ...allTerms().map(({ options }) => options));
}

/**
 * The default options, as in Triton's JIT. enable_fp_fusion is set explicitly, since its default
 * changes with Triton 3.10.
 */
export const DEFAULT_OPTIONS: Options = { num_warps: 4, num_stages: 3, enable_fp_fusion: true };

/** Returns the backend that an option is for; undefined if all have it. */
export function onlyFor(name: string): Vendor | undefined {
  return allOptions()[name]?.only;
}

/** Returns the default options that a vendor has in place of others, but for those that a manifest gives. */
export function ownDefaults(vendor: Vendor, given: Options): Options {
  const own = Object.entries(vendorTerms.of(vendor).defaults);
  return Object.fromEntries(own.filter(([name]) => !Object.hasOwn(given, name)));
}

/** True if a name is that of an option. */
export function isOptionName(name: string): boolean {
  return (
    Object.hasOwn(OPTIONS, name) || allTerms().some((terms) => Object.hasOwn(terms.options, name))
  );
}

/**
 * Checks the value of an option from the manifest, where integers are bigint.
 * @returns the value, or a message with what was expected.
 */
export function readOption(
  name: string,
  value: unknown,
):
  | { readonly ok: true; readonly value: OptionValue }
  | { readonly ok: false; readonly message: string } {
  const checked = (allOptions()[name]?.schema ?? z.never()).safeParse(value);
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
    Object.keys(allOptions()).flatMap((name) => {
      const value = options[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

export function whole(least: number, most: number): z.ZodType<bigint> {
  const error = `expected a whole number from ${least} to ${most}`;
  return z.bigint({ error }).min(BigInt(least), { error }).max(BigInt(most), { error });
}

export function oneOfNumbers(values: readonly number[]): z.ZodType<bigint> {
  const error = `expected one of ${values.join(', ')}`;
  return z.bigint({ error }).refine((value) => values.includes(Number(value)), { error });
}

function powerOfTwo(most: number): z.ZodType<bigint> {
  const error = `expected a power of two up to ${most}`;
  return z
    .bigint({ error })
    .refine((value) => value <= BigInt(most) && isPowerOfTwo(value), { error });
}

export function flag(): z.ZodBoolean {
  return z.boolean({ error: 'expected true or false' });
}
