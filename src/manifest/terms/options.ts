import { z } from 'zod';
import { isPowerOfTwo } from './constant.ts';
import { allTerms, vendorName, vendorTerms } from './vendor.ts';
import type { Option, OptionValue, Vendor } from './vendor-terms.ts';
import { OLDEST_SUPPORTED } from './triton-version.ts';

/**
 * The options of Triton's backends that a manifest may set, by Triton's names. They are listed
 * here because Triton ignores unknown names. Options that name files (the kernel hash would miss
 * their content), that Triton overwrites, or that instrument code are left out. Those with `only` are
 * options of one backend.
 * Source: the options of Triton's backends (such as `CUDAOptions`), 3.6.0 to 3.9.0.
 */
const OPTIONS = {
  num_warps: {
    schema: powerOfTwo(32).describe('Warps of one block.'),
    since: '3.6.0',
    default: 4,
  },
  num_stages: {
    schema: whole(1, 64).describe('Stages of software pipelining.'),
    since: '3.6.0',
    default: 3,
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
      .describe('More options for ptxas. An options file is refused.'),
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

/** The options that the compiler is always given. */
export const DEFAULT_OPTIONS: Options = defaultOptions();

function defaultOptions(): Options {
  const rows: readonly (readonly [string, Option])[] = Object.entries(OPTIONS);
  return Object.fromEntries(
    rows.flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Returns the default options that a vendor has in place of others, but for those that a manifest gives. */
export function ownDefaults(vendor: Vendor, given: Options): Options {
  const own = Object.entries(vendorTerms.of(vendor).defaults);
  return Object.fromEntries(own.filter(([name]) => !Object.hasOwn(given, name)));
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
  const all = allOptions();
  return (
    Object.values(SETTINGS).some((each) => each.hasLines && settings[each.sent] === true) ||
    Object.entries(options).some(([name, value]) => Boolean(value) && all[name]?.hasLines === true)
  );
}

/** Returns the backend that an option is for; undefined if all have it. */
export function onlyFor(name: string): Vendor | undefined {
  return allOptions()[name]?.only;
}

/** Says what an option does, and which vendors and releases of Triton have it. */
export function describeOption({ schema, since, only }: Option): string {
  return [
    schema.description ?? '',
    ...(only === undefined ? [] : [`${vendorName(only)} only.`]),
    ...(since === OLDEST_SUPPORTED ? [] : [`Triton ${since} and later.`]),
  ].join(' ');
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
  const values = Array.from({ length: Math.log2(most) + 1 }, (_, exponent) => 2 ** exponent);
  const error = ({ input }: { readonly input?: unknown }): string => {
    const form = `expected a power of two up to ${most}`;
    if (typeof input !== 'bigint') return form;
    const near = [values.findLast((each) => each < input), values.find((each) => each > input)];
    return `${form}; found ${input}: use ${near.filter((each) => each !== undefined).join(' or ')}`;
  };
  return z
    .bigint({ error })
    .refine((value) => value <= BigInt(most) && isPowerOfTwo(value), { error });
}

export function flag(): z.ZodBoolean {
  return z.boolean({ error: 'expected true or false' });
}
