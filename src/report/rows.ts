import { type Resources, sharedOf, spillBytesOf } from '../compile/cubin/resources.ts';
import { plural } from '../base/text.ts';
import { COMPARED_WITH } from '../package/evidence.ts';
import { reportParts } from './parts.ts';
import type { Report, ReportKernel, ReportVariant, VariantStatus } from './report.ts';
import { failureCounter } from './verdict.ts';
import { vendorTerms } from '../manifest/terms/vendor.ts';
import { parseTarget } from '../manifest/terms/target.ts';

/** A kernel on one target: what its variants take together, or the worst of them. */
export interface ReportRow {
  readonly kernel: ReportKernel;
  readonly target: string;
  readonly algos: number;
  readonly specialisations: number;
  readonly statuses: Readonly<Record<VariantStatus, number>>;
  /** CPU time of all compiles in seconds; undefined if no time is known. */
  readonly seconds: number | undefined;
  /** Bytes of all cubins, equal ones counted once. */
  readonly size: number;
  /** Of the variants that compiled; undefined if none did. */
  readonly worst: WorstResources | undefined;
  /** The level of proof, as text. */
  readonly evidence: string;
  /** The number of failed tests of the kernel on this target; undefined if only other targets were executed, and failed. */
  readonly failures: number | undefined;
}

/** The highest of each, and the range of the occupancy as a share from 0 to 1. */
interface WorstResources {
  readonly registers: number;
  /** Bytes that spill stores write in a thread. */
  readonly spills: number;
  /** Shared memory of a block in bytes. */
  readonly shared: number;
  readonly occupancy: { readonly from: number; readonly to: number };
  /** The variant with the lowest occupancy that is worth a look; undefined if there is none. */
  readonly low: Resources | undefined;
}

/**
 * A lower occupancy leaves time unused in which memory answers. Kernels with matrix products have it on
 * purpose: their blocks take most of the registers and of the shared memory.
 */
const LOW_OCCUPANCY = 0.25;

/** True if the occupancy of a variant is worth a look. That is not known of code whose matrix products are not counted. */
export function hasLowOccupancy({ occupancy, instructions }: Resources): boolean {
  return occupancy.share < LOW_OCCUPANCY && instructions?.tensorCore === 0;
}

/** Returns a row for each kernel and target, in the order of the report. */
export function reportRows(report: Pick<Report, 'kernels' | 'smoke'>): readonly ReportRow[] {
  const failuresOf = failureCounter(report);
  return report.kernels.flatMap((kernel) =>
    kernel.targets.flatMap((target) => {
      const variants = kernel.variants.filter((variant) => variant.target === target);
      if (variants.length === 0) return [];
      return [{ ...rowOf(kernel, target, variants), failures: failuresOf(kernel.name, target) }];
    }),
  );
}

/** Says how many tests of a kernel failed on a target; undefined if none did. */
export function failedText({ failures }: Pick<ReportRow, 'failures'>): string | undefined {
  if (failures === undefined) return 'not executed';
  return failures === 0 ? undefined : `${plural(failures, 'test')} failed`;
}

/** Formats statuses as `1 built, 7 cached`. */
export function statusText(statuses: ReportRow['statuses']): string {
  const parts = Object.entries(statuses).flatMap(([status, count]) =>
    count === 0 ? [] : [`${count} ${status}`],
  );
  return parts.join(', ');
}

/** The target of a variant, and whether its PTX is embedded too. */
export function targetText({ target, ptx }: Pick<ReportVariant, 'target' | 'ptx'>): string {
  return ptx === undefined ? target : `${target} and PTX`;
}

/** The GPUs that ran a variant's cubin, or its PTX. */
export function ranText({ ran, ptx }: Pick<ReportVariant, 'ran' | 'ptx'>): string {
  return [...ran, ...(ptx?.ran ?? []).map((device) => `${device} (from PTX)`)].join(', ');
}

/** The bytes of the cubins of a kernel's variants, as the package has them: equal ones once. */
export function cubinBytes(variants: readonly ReportVariant[]): number {
  const cubins = new Map(
    variants.map(({ cubin, hash, resources }) => [cubin ?? hash, resources?.size ?? 0]),
  );
  return [...cubins.values()].reduce((sum, size) => sum + size, 0);
}

function rowOf(
  kernel: ReportKernel,
  target: string,
  variants: readonly ReportVariant[],
): Omit<ReportRow, 'failures'> {
  const count = (status: VariantStatus): number =>
    variants.filter((variant) => variant.status === status).length;
  const ran = variants.filter((variant) => variant.ran.length > 0);
  const proofs = reportParts.parts.flatMap(({ proofOf }) => proofOf(kernel, target) ?? []);
  const times = variants.flatMap(({ seconds }) => (seconds === undefined ? [] : [seconds]));
  return {
    kernel,
    target,
    algos: new Set(variants.map(({ algo }) => algo)).size,
    specialisations: new Set(variants.map(({ specialisation }) => specialisation)).size,
    statuses: { built: count('built'), cached: count('cached'), failed: count('failed') },
    seconds: times.length === 0 ? undefined : times.reduce((sum, each) => sum + each, 0),
    size: cubinBytes(variants),
    worst: worstOf(variants),
    evidence: evidenceOf(variants, ran, proofs),
  };
}

function worstOf(variants: readonly ReportVariant[]): WorstResources | undefined {
  const known = variants.flatMap(({ resources }) => resources ?? []);
  if (known.length === 0) return undefined;
  const shared = variants.flatMap(({ target, resources }) =>
    resources === undefined ? [] : [sharedOf(target, resources)],
  );
  const shares = known.map(({ occupancy }) => occupancy.share);
  return {
    registers: Math.max(...known.map(({ registers }) => registers)),
    spills: Math.max(...known.map(spillBytesOf)),
    shared: Math.max(...shared),
    occupancy: { from: Math.min(...shares), to: Math.max(...shares) },
    low: known.filter(hasLowOccupancy).toSorted((a, b) => a.occupancy.share - b.occupancy.share)[0],
  };
}

function evidenceOf(
  variants: readonly ReportVariant[],
  ran: readonly ReportVariant[],
  proofs: readonly string[],
): string {
  if (variants.some(({ resources }) => resources === undefined)) return '';
  const other = new Set(variants.flatMap(({ ptx }) => ptx?.ran ?? []));
  const compiled = other.size === 0 ? '' : `, PTX ran on ${[...other].join(', ')}`;
  const measured = `${compiled}${proofs.map((proof) => `, ${proof}`).join('')}`;
  if (ran.length === 0) {
    const emulated = variants.flatMap((variant) => variant.emulated ?? []);
    const [first] = emulated;
    const vendor = parseTarget(variants[0]?.target ?? '')?.backend ?? 'cuda';
    const { isTested, title } = vendorTerms.of(vendor);
    const never = isTested ? '' : `, not run on ${title} hardware`;
    if (first === undefined) return `ABI-checked${measured}${never}`;
    const share =
      emulated.length === variants.length
        ? ''
        : `${emulated.length} of ${plural(variants.length, 'variant')} `;
    // The kernel's: all of its variants are compared with the same.
    const comparison = first === 'reference' ? '' : `, ${COMPARED_WITH[first]}`;
    return `${share}emulated (PTX on a CPU${comparison})${measured}`;
  }
  const devices = [...new Set(ran.flatMap((variant) => variant.ran))].join(', ');
  const part =
    ran.length === variants.length ? '' : `${ran.length} of ${plural(variants.length, 'variant')} `;
  return `${part}ran on ${devices}${measured}`;
}
