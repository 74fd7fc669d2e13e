import { z } from 'zod';
import { resourcesSchema } from '../compile/cubin/resources.ts';
import { differenceSchema } from './difference/difference.ts';

export const REPORT_FORMAT = 1;

/** Says how a variant came into the package (compiled now, or before), or why it did not. */
const STATUSES = ['built', 'cached', 'failed'] as const;
export type VariantStatus = (typeof STATUSES)[number];

const index = z.number().int().nonnegative();
const address = z.url({ protocol: /^https?$/ });
/** What outputs are compared with. */
const comparedSchema = z.enum(['reference', 'interpreter', 'none']);
const typed = z.array(z.object({ name: z.string(), type: z.string() }));

const variantSchema = z.object({
  algo: index,
  specialisation: index,
  target: z.string(),
  hash: z.string(),
  status: z.enum(STATUSES),
  /** CPU time of the compile in seconds, when it was compiled; absent if it is not known. */
  seconds: z.number().optional(),
  /** Absent if it did not compile. */
  resources: resourcesSchema.optional(),
  /** The SHA-256 of the cubin. A kernel has equal cubins once. */
  cubin: z.string().optional(),
  /** The reason that it did not compile. */
  message: z.string().optional(),
  /** The GPUs that ran it in a smoke test that passed. */
  ran: z.array(z.string()),
  /** What its outputs were compared with, if its PTX was executed on a CPU in a smoke test that passed. */
  emulated: comparedSchema.optional(),
  /** Its PTX, if that is embedded too: bytes, and the GPUs that ran it. */
  ptx: z.object({ size: index, ran: z.array(z.string()) }).optional(),
});

const kernelSchema = z.object({
  name: z.string(),
  /** `FILE.py:FUNCTION`, and its line. */
  source: z.string(),
  line: z.number(),
  /** Run-time parameters in order, with their Triton types. */
  parameters: typed,
  gridParameters: typed,
  grid: z.string(),
  targets: z.array(z.string()),
  /** The constants and options of each algo, as text, without those that all algos have. */
  algos: z.array(z.string()),
  /** The constants and options that all algos have. */
  settings: z.string(),
  /** The condition of each specialisation; empty for any values. */
  specialisations: z.array(z.string()),
  variants: z.array(variantSchema),
});

/** Facts about a run or a check. It has those after `target` if it did not pass. */
const failure = {
  /** The target whose code was executed; absent if none was. */
  target: z.string().optional(),
  /** The kinds of its problems, each once; absent without problems. */
  kinds: z.array(z.string()).optional(),
  /** Equal for failures with one cause. */
  cause: z.string().optional(),
  /** True if the emulator does not know its code, so that nothing is known of it. */
  unsupported: z.literal(true).optional(),
  /** The command that repeats it. */
  command: z.string().optional(),
};

const runSchema = z.object({
  kernel: z.string(),
  case: z.string(),
  algo: index,
  specialisation: index,
  /** The reference of the outputs. */
  expected: comparedSchema,
  /** Of a call on the GPU. */
  microseconds: z.number().optional(),
  gigabytesPerSecond: z.number().optional(),
  teraflops: z.number().optional(),
  /** ‖out − ref‖ / ‖ref‖ and the largest |out − ref| of each output, if there are expected values. */
  outputs: z.array(
    z.object({ name: z.string(), norm: z.number().optional(), max: z.number().optional() }),
  ),
  /** The problems; empty if it passed. */
  problems: z.array(z.string()),
  ...failure,
});

/** A failed check of a kernel's interface, or of the user's own test. */
const checkSchema = z.object({
  kernel: z.string(),
  check: z.string(),
  problems: z.array(z.string()),
  ...failure,
});

const sourceSchema = z.object({
  file: z.string(),
  line: index,
  /** The number of the first of `lines`. */
  first: index,
  lines: z.array(z.string()),
  /** The page of the line at the commit. */
  url: address.optional(),
});

const deviceSchema = z.object({ name: z.string(), capability: z.string(), driver: z.string() });

const smokeSchema = z.object({
  device: deviceSchema,
  passed: index,
  failed: index,
  seconds: z.number(),
  /** The targets whose PTX was executed on the CPU, in place of cubins on a GPU. */
  emulated: z.string().optional(),
  runs: z.array(runSchema),
  /** The checks that could not be made, as sentences. */
  notes: z.array(z.string()),
  /** The checks that failed. */
  failedChecks: z.array(checkSchema),
  /** The lines that problems name, with those around them. */
  sources: z.array(sourceSchema),
});

const benchSchema = z.object({
  device: deviceSchema,
  runs: z.array(
    z.object({
      kernel: z.string(),
      case: z.string(),
      algo: index,
      microseconds: z.number().optional(),
      gigabytesPerSecond: z.number().optional(),
      teraflops: z.number().optional(),
      /** Time of the package ÷ that of Triton's JIT, and ÷ that of PyTorch. */
      jit: z.number().optional(),
      torch: z.number().optional(),
    }),
  ),
});

/** When a package was built, and from what. */
const originSchema = z.object({
  time: z.iso.datetime(),
  commit: z.string().optional(),
  /** The pages of the commit and of the workflow run. */
  commitUrl: address.optional(),
  runUrl: address.optional(),
});

/** report.json: what was built, what it costs, and how far it is proven. */
export const reportSchema = z.object({
  format: z.literal(REPORT_FORMAT),
  /** The version of this program. */
  generator: z.string(),
  package: z.string(),
  version: z.string(),
  triton: z.string(),
  ptxas: z.array(z.string()),
  origin: originSchema.optional(),
  totals: z.object({
    variants: index,
    built: index,
    cached: index,
    failed: index,
    /** Wall-clock time of the build. */
    seconds: z.number(),
    /** CPU time of what was compiled. */
    cpuSeconds: z.number(),
    /** The known part of the CPU time that the store saved. */
    savedSeconds: z.number(),
    /** Bytes of all cubins. */
    size: index,
  }),
  // With the fields of features.
  kernels: z.array(kernelSchema.loose()),
  /** Absent if the build was not compared. */
  difference: differenceSchema.optional(),
  /** The problems that ended the build; empty if there is a package. */
  errors: z.array(z.object({ message: z.string(), place: z.string().optional() })),
  /** Of each GPU. */
  smoke: z.array(smokeSchema),
  bench: z.array(benchSchema),
});

/** A kernel of a report, and the fields of features, which only they know. */
export type ReportKernel = z.infer<typeof kernelSchema>;

export type Report = Readonly<Omit<z.infer<typeof reportSchema>, 'kernels'>> & {
  readonly kernels: readonly ReportKernel[];
};
export type ReportVariant = ReportKernel['variants'][number];
