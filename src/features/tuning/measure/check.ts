import type { HarnessProblem } from '../../../prove/harness/problem.ts';
import type { RunContext } from '../../../base/context.ts';
import { makeFolder } from '../../../base/files.ts';
import type { SomeEvidence, TestFacts } from '../../../package/evidence.ts';
import { describeDevice } from '../../../prove/harness/choose-gpu.ts';
import { DEFAULT_TIMING, type Meter, meterOn } from '../../../prove/measure/meter.ts';
import { choiceOn } from '../choice/choice.ts';
import { subjectOf } from './tune-kernel.ts';
import type { TuningSize } from './scores.ts';
import type {
  CheckSetup,
  FurtherResult,
  PassedKernel,
} from '../../../prove/smoke/further-checks.ts';
import { vendorOf } from '../../../manifest/terms/vendor.ts';

/** The longest time of a chosen algo, as a multiple of the best algo's. */
const LIMIT = 1.1;

/** Compares the chosen configs of a kernel with the best. */
interface TunedResult {
  readonly sizes: number;
  /** The highest ratio of times; undefined if one of them is not known. */
  readonly worst: number | undefined;
  readonly problems: readonly HarnessProblem[];
}

/** Milliseconds of timing one algo with one size. */
const TIMING = 100;

/** Compares the algos that a package chooses with the best, if the kernel has several. */
export async function checkChoice(
  { kernel, cases }: PassedKernel,
  { pkg, lease, harness, folder, timeout, isRequired }: CheckSetup,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<FurtherResult | undefined> {
  if (kernel.algos.length < 2) return undefined;
  if (choiceOn(kernel, vendorOf(describeDevice(lease).capability)) === undefined) {
    if (!isRequired) return undefined;
    const message = `the kernel has ${kernel.algos.length} algos, but no measurements; run \`triton-aot tune\`, commit tuning.json and build the package again`;
    return { problems: [{ kind: 'check', message }] };
  }
  await makeFolder(folder);
  const timing = { ...DEFAULT_TIMING, milliseconds: TIMING };
  const build = () => Promise.resolve({ harness });
  const meter = meterOn({ pkg, lease, build, folder, timing, timeout }, context);
  const { sizes, worst, problems } = await compareChosen({ kernel, cases }, meter);
  const evidence = (facts: TestFacts): SomeEvidence =>
    worst === undefined ? {} : { tuned: [{ ...facts, outcome: 'tuned', sizes, worst }] };
  return { problems, evidence };
}

/**
 * Times every algo of a kernel that was measured for all its sizes, and compares with the best the
 * algo that the package chooses. What seems slow is timed once more.
 */
export async function compareChosen(
  { kernel, cases }: PassedKernel,
  meter: Meter,
): Promise<TunedResult> {
  const { sizes, algos } = subjectOf(kernel, cases);
  const items = sizes.map((size) => size.case);
  const chosen = await meter.chosen(kernel, items);
  const times = new Map<number, Times>();
  for (const algo of algos) times.set(algo, await timesOf(meter, kernel, algo, sizes));
  const problems: HarnessProblem[] = [];
  const ratios: number[] = [];
  for (const [index, size] of sizes.entries()) {
    const name = size.case.name;
    const own = chosen[index];
    const [best] = [...times]
      .flatMap(([algo, all]) => {
        const time = all.get(size);
        return time === undefined ? [] : [{ algo, time }];
      })
      .toSorted((a, b) => a.time - b.time);
    const time = own === undefined ? undefined : times.get(own)?.get(size);
    if (own === undefined || best === undefined || time === undefined) {
      const what =
        own === undefined ? 'no algo is chosen' : `algo ${own} is chosen, but has no time`;
      problems.push({ kind: 'check', message: `${what} for ${name}` });
      continue;
    }
    let ratio = time / best.time;
    if (ratio > LIMIT) {
      const again = async (algo: number): Promise<number> =>
        (await timesOf(meter, kernel, algo, [size])).get(size) ?? Infinity;
      ratio = Math.min(ratio, (await again(own)) / (await again(best.algo)));
    }
    ratios.push(ratio);
    if (ratio <= LIMIT) continue;
    const message = `algo ${own}, which is chosen for ${name}, takes ${ratio.toFixed(2)} × the time of algo ${best.algo}; at most ${LIMIT} × is allowed`;
    problems.push({ kind: 'check', message });
  }
  const isComplete = ratios.length === sizes.length && sizes.length > 0;
  return {
    sizes: sizes.length,
    worst: isComplete ? Number(Math.max(...ratios).toFixed(3)) : undefined,
    problems,
  };
}

type Times = ReadonlyMap<TuningSize, number>;

/** Measures the times of an algo in microseconds, for the sizes for which it has one. */
async function timesOf(
  meter: Meter,
  kernel: PassedKernel['kernel'],
  algo: number,
  sizes: readonly TuningSize[],
): Promise<Times> {
  const calls = await meter.measure(
    kernel,
    algo,
    sizes.map((size) => size.case),
  );
  return new Map(
    calls.flatMap(({ result }, index) => {
      const size = sizes[index];
      return result.kind === 'time' && size !== undefined ? [[size, result.microseconds]] : [];
    }),
  );
}
