import type { Log } from '../../base/context.ts';
import type { Problem } from '../../base/errors.ts';
import { readPlainFile } from '../../base/files.ts';
import { plural } from '../../base/text.ts';
import type { KernelEntry } from '../../manifest/entry.ts';
import { readManifest } from '../../manifest/manifest.ts';
import type { BenchMeasured, BenchResult, BenchRun } from './result.ts';

type TimedKernel = Pick<KernelEntry, 'name' | 'budget'>;

/**
 * Compares times with the kernels' budgets. Logs a warning for what exceeds one, where the manifest
 * says so; notes what could not be compared.
 */
export function checkTimes(
  measured: BenchMeasured,
  kernels: Iterable<TimedKernel>,
  log: Pick<Log, 'warning'>,
): Pick<BenchResult, 'exceeded' | 'notes'> {
  const { versions, launches, notes } = measured;
  const isBesideJit = versions !== undefined && launches.length === 0;
  const exceeded: Problem[] = [];
  const unchecked: string[] = [];
  const partly: string[] = [];
  for (const { name, budget } of kernels) {
    const ofKernel = (run: { readonly kernel: string }): boolean => run.kernel === name;
    const all = [...measured.runs, ...launches].filter(ofKernel);
    const limit = budget.limits.get('time');
    if (limit === undefined || all.length === 0) continue;
    const runs = measured.runs.filter(ofKernel).flatMap(besideJit);
    if (!isBesideJit) unchecked.push(name);
    else if (runs.length < all.length)
      partly.push(
        `the time budget of ${name} was not checked for ${all.length - runs.length} of ${plural(all.length, 'measurement')}, which have no time of the JIT`,
      );
    const over = runs.filter(({ ratio }) => ratio > limit.value);
    const [worst] = over.toSorted((a, b) => b.ratio - a.ratio);
    if (worst === undefined) continue;
    const { run, ratio, own, jit } = worst;
    const problem = {
      message: `${name} [algo ${run.algo}, ${run.case}] takes ${ratio} times as long as with Triton's JIT; the budget is ${limit.text}`,
      place: limit.place,
      hint: `It takes ${own.toFixed(1)} µs, with the JIT ${jit.toFixed(1)} µs. Over budget: ${over.length} of ${plural(runs.length, 'measurement')}.\nSee if more hints help, as \`specialise: auto\` finds them, or raise the budget.`,
    };
    if (budget.exceeded === 'error') exceeded.push(problem);
    else log.warning(problem);
  }
  const note = `time budgets were not checked, which takes --jit without --launch: ${unchecked.join(', ')}`;
  return { exceeded, notes: [...notes, ...(unchecked.length === 0 ? [] : [note]), ...partly] };
}

/** A comparison with the JIT, in microseconds. Thousandths are shown, and count. */
function besideJit(run: BenchRun): readonly {
  readonly run: BenchRun;
  readonly ratio: number;
  readonly own: number;
  readonly jit: number;
}[] {
  const { jit, microseconds: own } = run;
  if (jit === undefined || own === undefined) return [];
  return [{ run, ratio: Number(jit.ratio.toFixed(3)), own, jit: jit.microseconds }];
}

/**
 * Returns the kernels of a package's manifest; none if it is missing or wrong, since a benchmark of
 * the package alone does not need it.
 */
export async function kernelsIfKnown(
  file: string,
  packageName: string,
): Promise<readonly TimedKernel[]> {
  try {
    const manifest = readManifest(String(await readPlainFile(file)), file);
    return manifest.package === packageName ? manifest.kernels : [];
  } catch {
    return [];
  }
}
