import { sharedBytesOf } from '../abi/resources.ts';
import { launchLimits, parseTarget, runsOn } from '../model/target.ts';
import type { Report, ReportKernel, ReportVariant, VariantStatus } from './report.ts';

/** What all variants of a kernel take on one target: sums and maxima. */
export interface TargetSummary {
  readonly kernel: ReportKernel;
  readonly target: string;
  readonly variants: readonly ReportVariant[];
  readonly statuses: Readonly<Record<VariantStatus, number>>;
  /** CPU time of the compiles, in seconds; undefined if it is not known of any. */
  readonly seconds: number | undefined;
  /** What the compiled ones take; undefined if none compiled. */
  readonly most: MostResources | undefined;
  /** GPUs that ran some of the variants, with their number. */
  readonly ran: ReadonlyMap<string, number>;
  /** GPUs that chose the algo. */
  readonly tuned: readonly string[];
}

export interface MostResources {
  /** Bytes of all cubins. */
  readonly size: number;
  readonly registers: number;
  readonly spillBytes: number;
  /** Of a block, in bytes, without the system's. */
  readonly shared: number;
  readonly sharedLimit: number;
  /** The lowest and the highest share of warps. */
  readonly occupancy: { readonly from: number; readonly to: number };
}

/** A thread has no more registers. Source: CUDA C++ Programming Guide, "Technical Specifications". */
export const REGISTER_LIMIT = 255;

/** Returns a summary for each kernel and target, in the order of the report. */
export function targetSummaries({ kernels }: Report): readonly TargetSummary[] {
  return kernels.flatMap((kernel) =>
    kernel.targets.map((target) =>
      summaryOf(
        kernel,
        target,
        kernel.variants.filter((variant) => variant.target === target),
      ),
    ),
  );
}

/** Returns the shared memory of a block that is the kernel's own, in bytes, and its limit. */
export function sharedMemoryOf(
  { target: name }: Pick<ReportVariant, 'target'>,
  {
    sharedDynamic,
    sharedStatic,
  }: { readonly sharedDynamic: number; readonly sharedStatic: number },
): { readonly bytes: number; readonly limit: number } {
  const target = parseTarget(name);
  if (target === undefined) return { bytes: sharedDynamic + sharedStatic, limit: Infinity };
  const bytes = sharedBytesOf(
    target,
    { shared: sharedDynamic },
    { staticSharedBytes: sharedStatic },
  );
  return { bytes, limit: launchLimits(target).sharedBytes };
}

function summaryOf(
  kernel: ReportKernel,
  target: string,
  variants: readonly ReportVariant[],
): TargetSummary {
  const times = variants.flatMap(({ seconds }) => seconds ?? []);
  const ran = new Map<string, number>();
  for (const gpu of variants.flatMap((variant) => variant.ran))
    ran.set(gpu, (ran.get(gpu) ?? 0) + 1);
  const count = (status: VariantStatus) => variants.filter((each) => each.status === status).length;
  return {
    kernel,
    target,
    variants,
    statuses: { built: count('built'), cached: count('cached'), failed: count('failed') },
    seconds: times.length === 0 ? undefined : sum(times),
    most: mostOf(variants),
    ran,
    tuned: kernel.tuned.flatMap(({ device, capability }) =>
      targetFor(kernel, capability) === target ? device : [],
    ),
  };
}

function mostOf(variants: readonly ReportVariant[]): MostResources | undefined {
  const compiled = variants.flatMap(({ target, resources }) =>
    resources === undefined ? [] : { target, resources, ...sharedMemoryOf({ target }, resources) },
  );
  const [first] = compiled;
  if (first === undefined) return undefined;
  const shares = compiled.map(({ resources }) => resources.occupancy.share);
  return {
    size: sum(compiled.map(({ resources }) => resources.size)),
    registers: largest(compiled.map(({ resources }) => resources.registers)),
    spillBytes: largest(compiled.map(({ resources }) => resources.instructions.spillBytes)),
    shared: largest(compiled.map(({ bytes }) => bytes)),
    sharedLimit: first.limit,
    occupancy: { from: -largest(shares.map((share) => -share)), to: largest(shares) },
  };
}

/** The target whose cubins a GPU of a compute capability such as `9.0` runs. */
function targetFor({ targets }: ReportKernel, capability: string): string | undefined {
  const [major = 0, minor = 0] = capability.split('.').map(Number);
  const fitting = targets
    .flatMap((name) => parseTarget(name) ?? [])
    .filter((target) => runsOn(target, { major, minor }));
  return fitting.toSorted((a, b) => b.arch - a.arch)[0]?.name;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** As Math.max, for any number of values. */
function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
