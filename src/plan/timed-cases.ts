import type { KernelEntry } from '../manifest/entry.ts';
import { didYouMean, type Problems } from '../manifest/problems.ts';
import { integersOf, type Kernel } from '../manifest/terms/kernel.ts';
import type { SmokeCase } from '../manifest/terms/smoke-case.ts';
import { resolveCases, withRuns } from './smoke-cases.ts';
import { refusalOf } from './smoke-conditions.ts';

/**
 * Evaluates the cases of a `tune:` section, which are only timed, with the arguments and buffers of
 * the `smoke:` section. Their runs are found later, when the kernel's specialisations are known.
 * @param problems bound to the kernel
 */
export function resolveTimedCases(
  kernel: Kernel,
  { smoke, tune }: Pick<KernelEntry, 'smoke' | 'tune'>,
  problems: Problems,
): readonly SmokeCase[] | undefined {
  checkKey(kernel, tune.key ?? [], problems.at('tune', 'key'));
  if (tune.cases.length === 0) return problems.isEmpty ? [] : undefined;
  if (smoke === undefined) {
    problems
      .at('tune', 'cases')
      .add(
        'there is no `smoke:` section, whose `arguments` and `buffers` these cases use',
        'Add `smoke:` with `buffers`, and with at least one case that is tested.',
      );
    return undefined;
  }
  const spec = { ...smoke, cases: tune.cases, algos: undefined };
  const inSections = problems.under(([first, ...rest]) =>
    first === 'cases'
      ? ['tune', 'cases', ...rest]
      : ['smoke', ...(first === undefined ? [] : [first]), ...rest],
  );
  return resolveCases(kernel, spec, inSections, true);
}

/**
 * Completes timed cases with the specialisations that they reach, with the algos that take them.
 * @param kernel with its specialisations
 * @param problems bound to the cases
 */
export function completeTimedCases(
  kernel: Kernel,
  cases: readonly SmokeCase[],
  problems: Problems,
): readonly SmokeCase[] {
  return cases.map((call, index) => {
    const all = [...kernel.configs.keys()];
    const accepting = all.filter((algo) => refusalOf(kernel, algo, call) === undefined);
    const complete = withRuns(kernel, accepting, call, problems.at(index));
    if (accepting.length === all.length) return complete;
    return { ...complete, runs: complete.runs.map((run) => ({ algos: accepting, ...run })) };
  });
}

/** Checks that a choice can depend on the parameters. */
function checkKey(kernel: Kernel, key: readonly string[], problems: Problems): void {
  const names = integersOf(kernel).map(({ name }) => name);
  for (const [index, name] of key.entries()) {
    if (names.includes(name)) continue;
    problems
      .at(index)
      .add(
        `\`${name}\` is not an integer parameter${didYouMean(name, names)}`,
        names.length === 0
          ? 'The kernel has no integer parameters.'
          : `The integer parameters are ${names.join(', ')}.`,
      );
  }
}
