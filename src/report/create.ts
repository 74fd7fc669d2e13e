import { readCubin } from '../compile/cubin/code-formats.ts';
import { type Resources, resourcesOf } from '../compile/cubin/resources.ts';
import { VERSION } from '../base/assets.ts';
import { formatPlace, type Problem } from '../base/errors.ts';
import { groupBy } from '../base/groups.ts';
import { repositoryPage } from '../base/repository-pages.ts';
import { sha256 } from '../base/text.ts';
import { type CompiledKernel, ptxasOf } from '../toolchain/wire/compiled-kernel.ts';
import { type BuildRun, FailedBuild } from '../compile/run.ts';
import type { BuildContext } from '../base/context.ts';
import type { Difference } from './difference/difference.ts';
import {
  describeConfigs,
  describeSpecialisation,
  type Kernel,
  typedParameters,
} from '../manifest/terms/kernel.ts';
import type { Choosers } from '../plan/choosers.ts';
import type { Variant } from '../plan/variants.ts';
import { timeOfVariant } from '../compile/store/times.ts';
import { withEvidence } from './add.ts';
import { reportParts } from './parts.ts';
import { cubinBytes } from './rows.ts';
import { type Report, REPORT_FORMAT, type ReportKernel, type ReportVariant } from './report.ts';

/** The parts of a finished build that a report shows. */
interface FinishedBuild {
  readonly run: BuildRun;
  readonly choosers: Choosers['choosers'];
  readonly difference?: Difference | undefined;
  /** The folder of the package. */
  readonly out: string;
}

/**
 * Reports a build, complete or not. For a package, adds which GPUs ran it, from its evidence.
 * @param origin when it was built, and from what, if the report says so
 */
export async function reportBuild(
  ended: FinishedBuild | FailedBuild,
  origin?: Report['origin'],
): Promise<Report> {
  const from = origin === undefined ? {} : { origin };
  if (ended instanceof FailedBuild)
    return { ...createReport(ended.run, undefined, ended.problems), ...from };
  const report = { ...createReport(ended.run, ended.choosers, []), ...from };
  const { difference } = ended;
  return withEvidence(difference === undefined ? report : { ...report, difference }, ended.out);
}

/** Returns the origin of a build that runs now. Only a workflow has a commit and addresses. */
export function originOf({ env, now }: Pick<BuildContext, 'env' | 'now'>): Report['origin'] {
  const { GITHUB_SHA: commit, GITHUB_RUN_ID: run } = env;
  const page = repositoryPage(env);
  return {
    time: new Date(now()).toISOString(),
    ...(commit && { commit }),
    ...(commit && page !== undefined && { commitUrl: `${page}/commit/${commit}` }),
    ...(run && page !== undefined && { runUrl: `${page}/actions/runs/${run}` }),
  };
}

/**
 * Reports a build.
 * @param choosers the choosers of its kernels; undefined if there is no package
 * @param problems what ended it; empty if there is a package
 */
function createReport(
  run: BuildRun,
  choosers: Choosers['choosers'] | undefined,
  problems: readonly Problem[],
): Report {
  const { manifest, kernels, variants } = run.plan;
  const planned = groupBy(variants, ({ kernel }) => kernel);
  const reported = kernels.map((kernel): ReportKernel => {
    const own = planned.get(kernel) ?? [];
    const known = run.times.get(kernel.name);
    return {
      ...reportedKernel(kernel),
      variants: own.map((variant) => describeVariant(variant, run, known)),
      ...featureFields(kernel, choosers),
    };
  });
  const all = reported.flatMap((kernel) => kernel.variants);
  const those = (status: ReportVariant['status']): readonly ReportVariant[] =>
    all.filter((variant) => variant.status === status);
  const secondsOf = (some: readonly ReportVariant[]): number =>
    rounded(some.reduce((sum, { seconds = 0 }) => sum + seconds, 0));
  return {
    format: REPORT_FORMAT,
    generator: VERSION,
    package: manifest.package,
    version: manifest.version,
    triton: manifest.triton,
    ptxas: ptxasOf(run.kernels.values()).toSorted(),
    totals: {
      variants: all.length,
      built: those('built').length,
      cached: those('cached').length,
      failed: those('failed').length,
      seconds: rounded(run.elapsed),
      cpuSeconds: secondsOf(those('built')),
      savedSeconds: secondsOf(those('cached')),
      size: reported.reduce((sum, kernel) => sum + cubinBytes(kernel.variants), 0),
    },
    kernels: reported,
    errors: problems.map(({ message, place }) => ({
      message,
      ...(place !== undefined && { place: formatPlace(place) }),
    })),
    smoke: [],
    bench: [],
  };
}

function featureFields(
  kernel: Kernel,
  choosers: Choosers['choosers'] | undefined,
): Readonly<Record<string, unknown>> {
  const chooser = choosers?.get(kernel.name);
  return Object.fromEntries(
    reportParts.parts.flatMap(({ fieldsOf }) => Object.entries(fieldsOf(kernel, chooser))),
  );
}

function reportedKernel(kernel: Kernel): Omit<ReportKernel, 'variants'> {
  return {
    name: kernel.name,
    source: `${kernel.source.file}:${kernel.source.function}`,
    line: kernel.source.line,
    parameters: typedParameters(kernel.arguments),
    gridParameters: typedParameters(kernel.gridParameters),
    grid: kernel.gridText,
    targets: kernel.targets.map(({ name }) => name),
    ...describeConfigs(kernel.configs),
    specialisations: kernel.specialisations.map((each) => describeSpecialisation(kernel, each)),
  };
}

function describeVariant(
  variant: Variant,
  { kernels, failed, seconds }: BuildRun,
  known: ReadonlyMap<string, number> | undefined,
): ReportVariant {
  const { config, specialisation, target, hash } = variant;
  const compiled = kernels.get(hash);
  const time = seconds.get(hash) ?? known?.get(timeOfVariant(variant));
  return {
    algo: config,
    specialisation,
    target: target.name,
    hash,
    status: compiled === undefined ? 'failed' : seconds.has(hash) ? 'built' : 'cached',
    ...(time !== undefined && { seconds: rounded(time) }),
    ...(compiled === undefined
      ? { message: failed.get(hash) ?? 'the build ended before it was compiled' }
      : {
          resources: resourcesOfVariant(variant, compiled),
          cubin: sha256(compiled.cubin),
          ...(compiled.ptx !== undefined && {
            ptx: { size: Buffer.byteLength(compiled.ptx), ran: [] },
          }),
        }),
    ran: [],
  };
}

/** Returns what a variant takes; undefined if its cubin cannot be read. */
export function resourcesOfVariant(
  { target }: Pick<Variant, 'target'>,
  compiled: CompiledKernel,
): Resources | undefined {
  try {
    const kernel = readCubin(compiled.cubin).kernels.find(({ name }) => name === compiled.name);
    return kernel && resourcesOf(target, compiled, kernel);
  } catch {
    // The check of the ABI says why.
    return undefined;
  }
}

/** Milliseconds are enough. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
