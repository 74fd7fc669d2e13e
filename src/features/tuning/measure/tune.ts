import { Failure, type Path, type Place } from '../../../base/errors.ts';
import { readSmokePackage, selectKernels, type SmokePackage } from '../../../package/cases.ts';
import { vendorOf } from '../../../manifest/terms/vendor.ts';
import { kernelOn } from '../../../prove/harness/needs.ts';
import { readTuning, writeTuning } from '../file.ts';
import type { MeasureContext } from '../../../prove/measure/device.ts';
import { type MeasureSettings, type Meter, withMeter } from '../../../prove/measure/meter.ts';
import {
  measureKernel,
  subjectOf,
  type TuneKernelResult,
  type TuneResult,
  type TuneSubject,
} from './tune-kernel.ts';

/** Says what to measure, and where to keep it. */
export interface TuneRequest extends MeasureSettings {
  /** The package's folder. */
  readonly package: string;
  /** The tuning file, which may exist. */
  readonly file: string;
  /** Globs of kernel names. Empty: all kernels. */
  readonly only: readonly string[];
  /** The algos to measure; undefined: all. */
  readonly algos?: readonly number[] | undefined;
  /** Says whether to measure again what the file has. */
  readonly again: boolean;
}

/**
 * Measures the algos of a package's kernels on a GPU over their sizes, and writes the tuning file
 * after every algo, so that an interrupted run can go on. The file keeps what it has of other
 * kernels and other GPUs. Sizes without a time are part of the result; see `tuneFailure`.
 * @throws {Failure} `usage`, `verification`, `environment` or `no-gpu`.
 */
export async function tune(request: TuneRequest, context: MeasureContext): Promise<TuneResult> {
  const start = context.now();
  const pkg = await readSmokePackage(request.package);
  const subjects = subjectsOf(pkg, request);
  // Before a GPU is used: a file that cannot be read must not be overwritten.
  await readTuning(request.file);
  const measured = subjects.map(({ kernel, sizes }) => ({
    kernel,
    cases: sizes.map((size) => size.case),
  }));
  return withMeter(pkg, measured, request, context, async (meter) => {
    // Before the long build: it may not be possible to write it.
    await writeTuning(request.file, (await readTuning(request.file)) ?? []);
    const { name, uuid, capability } = meter.device;
    const own = subjects.filter(({ kernel }) => kernelOn(kernel, vendorOf(capability)));
    const kernels = await context.log.group(
      `Measure on ${name} (${uuid})`,
      () => measureAll(own, meter, pkg, request, context),
      (found) => [found.length, 'kernel'],
    );
    const tuned = new Set(own.map(({ kernel }) => kernel.name));
    const untuned = selectKernels(pkg, request.only).filter((kernel) => !tuned.has(kernel.name));
    return {
      package: { name: pkg.manifest.package, version: pkg.manifest.version, folder: pkg.folder },
      device: meter.device,
      file: request.file,
      kernels,
      untuned: untuned.map((kernel) => kernel.name),
      seconds: (context.now() - start) / 1000,
    };
  });
}

/** Returns a failure with every size that no algo has a time for; undefined if there is none. */
export function tuneFailure(
  { kernels }: TuneResult,
  locate?: (path: Path) => Place | undefined,
): Failure | undefined {
  const problems = kernels.flatMap(({ kernel, sizes }) =>
    sizes
      .filter(({ scores }) => !scores.some(({ microseconds }) => microseconds !== undefined))
      .map(({ case: name, path, scores }) => {
        const why = scores[0]?.fault ?? 'there is no code for this GPU';
        return {
          message: `${kernel}: no algo could be measured for ${name}: ${why}`,
          place: locate?.(path),
          hint: '`tune` measures the sizes of the manifest and others between them. Correct the kernel or, if it does not take such sizes, say so in its `requires:`.',
        };
      }),
  );
  return problems.length === 0 ? undefined : new Failure('smoke', problems);
}

function subjectsOf(pkg: SmokePackage, { only, algos }: TuneRequest): readonly TuneSubject[] {
  const chosen = selectKernels(pkg, only);
  const cases = new Map(pkg.cases.map((item) => [item.name, item]));
  const subjects = chosen.flatMap((kernel): readonly TuneSubject[] => {
    const item = cases.get(kernel.name);
    if (item === undefined) return [];
    const subject = subjectOf(kernel, item, item.proposed);
    const own = subject.algos.filter((algo) => algos?.includes(algo) ?? true);
    return subject.sizes.length === 0 || own.length === 0 ? [] : [{ ...subject, algos: own }];
  });
  if (subjects.length > 0) return subjects;
  const which = algos === undefined ? '' : ` with algo ${algos.join(' or ')}`;
  throw new Failure('usage', {
    message: `nothing to measure: none of the selected kernels has cases${which}`,
    place: { file: pkg.folder },
    hint: 'Add `smoke:` with `cases`, or `tune:` with `cases` beside it, to the kernels in the manifest, and build the package again.',
  });
}

async function measureAll(
  subjects: readonly TuneSubject[],
  meter: Meter,
  pkg: SmokePackage,
  request: TuneRequest,
  context: MeasureContext,
): Promise<readonly TuneKernelResult[]> {
  const total = subjects.reduce((sum, { algos }) => sum + algos.length, 0);
  let done = 0;
  const results: TuneKernelResult[] = [];
  for (const subject of subjects) {
    const { name } = subject.kernel;
    const onAlgo = (algo: number): void =>
      context.log.progress((done += 1), total, `${name}, algo ${algo}`);
    results.push(
      await measureKernel(subject, meter, pkg.manifest.triton, request, context, onAlgo),
    );
  }
  return results;
}
