import { join } from 'node:path';
import type { BenchResult } from '../prove/bench/result.ts';
import {
  type EmulatedRecord,
  type EvidenceRecord,
  isOfPackage,
  readEvidence,
} from '../package/evidence.ts';
import { EVIDENCE_FILE } from '../package/layout.ts';
import { readPackage, type ReadPackage } from '../package/read.ts';
import type { HarnessDevice } from '../prove/harness/choose-gpu.ts';
import type { ProblemKind } from '../prove/harness/problem.ts';
import { causeOf } from '../prove/smoke/causes.ts';
import {
  type CheckResult,
  isUnsupported,
  type RunResult,
  type SmokeResult,
} from '../prove/smoke/result.ts';
import type { Report } from './report.ts';

/** Adds which GPUs ran the variants, and which were emulated, by the evidence in the folder of the package. */
export async function withEvidence(report: Report, folder: string): Promise<Report> {
  const cubins = new Map<string, Set<string>>();
  const ptx = new Map<string, Set<string>>();
  const executed = new Map<string, EmulatedRecord['expected']>();
  const { records, emulated } = await readEvidence(join(folder, EVIDENCE_FILE));
  // Most have none when they are built: reading a package checks all of its files.
  if (records.length === 0 && emulated.length === 0) return report;
  const pkg = await readPackage(folder);
  for (const record of emulated.filter((each) => isOfPackage(each, pkg)))
    for (const { hash } of variantsOf(pkg, record)) executed.set(hash, record.expected);
  for (const record of records.filter((each) => isOfPackage(each, pkg))) {
    const [ran] = variantsOf(pkg, record);
    if (ran === undefined) continue;
    const devices = ran.target === record.target ? cubins : ptx;
    devices.set(ran.hash, (devices.get(ran.hash) ?? new Set()).add(record.device));
  }
  return {
    ...report,
    kernels: report.kernels.map((kernel) => ({
      ...kernel,
      variants: kernel.variants.map((variant) => ({
        ...variant,
        ran: joined(variant.ran, cubins.get(variant.hash)),
        ...(executed.has(variant.hash) && { emulated: executed.get(variant.hash) }),
        ...(variant.ptx !== undefined && {
          ptx: { ...variant.ptx, ran: joined(variant.ptx.ran, ptx.get(variant.hash)) },
        }),
      })),
    })),
  };
}

/** The variants that a record is of. */
function variantsOf({ manifest }: ReadPackage, record: EvidenceRecord | EmulatedRecord) {
  const kernel = manifest.kernels.find(({ name }) => name === record.kernel);
  return (kernel?.variants ?? []).filter(
    (each) =>
      each.algo === record.algo &&
      each.specialisation === record.specialisation &&
      [each.target, each.ptx?.target].includes(record.target),
  );
}

function joined(known: readonly string[], more: Iterable<string> = []): string[] {
  return [...new Set([...known, ...more])].toSorted();
}

/** Adds a smoke test, in place of an earlier one on the same GPU. A test that did not run adds nothing. */
export function withSmoke(report: Report, result: SmokeResult): Report {
  const { device, emulated, executed, failed, seconds, runs, checks } = result;
  if (device === undefined) return report;
  const tested: Report['smoke'][number] = {
    device: namedDevice(device),
    passed: executed - failed,
    failed,
    seconds,
    ...(emulated !== undefined && { emulated }),
    runs: runs.map((run) => ({
      kernel: run.kernel,
      case: run.case,
      algo: run.algo,
      specialisation: run.specialisation,
      expected: run.expected,
      ...ratesOf(run),
      outputs: run.outputs.map(({ name, norm, max }) => ({
        name,
        ...(norm !== undefined && { norm }),
        ...(max !== undefined && { max }),
      })),
      ...failureOf(run),
    })),
    notes: [...result.notes],
    sources: result.sources.map(({ lines, ...each }) => ({ ...each, lines: [...lines] })),
    failedChecks: checks
      .filter(({ problems }) => problems.length > 0)
      .map((check) => ({ kernel: check.kernel, check: check.check, ...failureOf(check) })),
  };
  return { ...report, smoke: [...report.smoke.filter((each) => !isSame(each, tested)), tested] };
}

/** The problems of a test, and how to repeat it if it has any. */
function failureOf(result: RunResult | CheckResult): {
  readonly problems: string[];
  readonly target?: string;
  readonly kinds?: ProblemKind[];
  readonly cause?: string;
  readonly unsupported?: true;
  readonly command?: string;
} {
  const { problems, command, target } = result;
  return {
    problems: problems.map(({ message }) => message),
    ...(target !== undefined && { target }),
    ...(problems.length > 0 && {
      kinds: [...new Set(problems.map(({ kind }) => kind))],
      cause: causeOf(result),
    }),
    ...(isUnsupported(result) && { unsupported: true }),
    ...(problems.length > 0 && { command }),
  };
}

/** Adds measurements, in place of earlier ones on the same GPU. */
export function withBench(report: Report, { device, runs }: BenchResult): Report {
  const measured: Report['bench'][number] = {
    device: namedDevice(device),
    runs: runs.map((run) => ({
      kernel: run.kernel,
      case: run.case,
      algo: run.algo,
      ...ratesOf(run),
      ...(run.jit !== undefined && { jit: run.jit.ratio }),
      ...(run.torch !== undefined && { torch: run.torch.ratio }),
    })),
  };
  return {
    ...report,
    bench: [...report.bench.filter((each) => !isSame(each, measured)), measured],
  };
}

type Device = Report['smoke'][number]['device'];

function namedDevice({ name, capability, driver }: HarnessDevice): Device {
  return { name, capability, driver };
}

function isSame(one: { readonly device: Device }, other: { readonly device: Device }): boolean {
  return one.device.name === other.device.name && one.device.capability === other.device.capability;
}

interface Rates {
  readonly microseconds: number | undefined;
  readonly gigabytesPerSecond: number | undefined;
  readonly teraflops: number | undefined;
}

/** The known ones. */
function ratesOf({ microseconds, gigabytesPerSecond, teraflops }: Rates): {
  readonly microseconds?: number;
  readonly gigabytesPerSecond?: number;
  readonly teraflops?: number;
} {
  return {
    ...(microseconds !== undefined && { microseconds }),
    ...(gigabytesPerSecond !== undefined && { gigabytesPerSecond }),
    ...(teraflops !== undefined && { teraflops }),
  };
}
