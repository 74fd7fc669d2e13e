import { describeSpecialisation } from '../launcher/interface.ts';
import type { Kernel } from '../kernel.ts';
import type { Path } from '../manifest/document.ts';
import type { Problems, Report } from '../manifest/problems.ts';
import type { SmokeSpec } from '../manifest/smoke.ts';
import type { KernelSmoke, SmokeCase } from './case.ts';
import { formatCase } from './case-name.ts';
import { checkNames } from './names.ts';
import { needsOf } from './reach.ts';
import { resolveCase } from './resolve-case.ts';
import { kernelScope } from './scope.ts';
import { scalarTypes } from './scalars.ts';

/**
 * Joins a `smoke:` section with the kernel it tests: every expression is evaluated. What does not fit goes to
 * `problems`, and then nothing comes back.
 * @param at where a path inside the section stands in the manifest.
 */
export function resolveSmoke(
  kernel: Kernel,
  smoke: SmokeSpec,
  at: (relative: Path) => Path,
  problems: Problems,
): KernelSmoke | undefined {
  const before = problems.list.length;
  const problem: Report = (path, message, hint) => problems.add(at(path), message, hint);
  const algos = choose(smoke.algos, kernel.configs.length, 'algos', problem);
  const { length } = kernel.specialisations;
  const wanted = choose(smoke.specialisations, length, 'specialisations', problem);
  checkDuplicates(smoke, problem);
  if (smoke.cases.length > 0) checkNames(kernel, smoke, problem);
  if (problems.list.length > before) return undefined;

  const shared = { kernel, smoke, algos, scope: kernelScope(kernel), types: scalarTypes(kernel) };
  const cases = smoke.cases.flatMap(
    (chosen, index) => resolveCase(shared, chosen, ['cases', index], at, problem) ?? [],
  );
  if (problems.list.length > before) return undefined;
  if (cases.length > 0) checkReach(kernel, smoke, cases, wanted, problem);
  if (problems.list.length > before) return undefined;
  return {
    path: at([]),
    expected: smoke.expected,
    cases: cases.map((each) => ({ ...each, runs: runsAmong(each, wanted) })),
    algos,
    isDeterministic: smoke.isDeterministic,
    test: smoke.test,
  };
}

/** The indices to test: those given, else all of them. */
function choose(
  given: readonly bigint[] | undefined,
  length: number,
  key: string,
  problem: Report,
): readonly number[] {
  const all = Array.from({ length }, (_, index) => index);
  if (given === undefined) return all;
  for (const [position, index] of given.entries()) {
    if (index >= 0n && index < BigInt(length)) continue;
    const range = length === 1 ? 'there is only 0' : `expected 0 to ${length - 1}`;
    problem([key, position], `there is no ${key.slice(0, -1)} ${index}: ${range}`);
  }
  return all.filter((index) => given.includes(BigInt(index)));
}

function checkDuplicates(smoke: SmokeSpec, problem: Report): void {
  const names = smoke.cases.map(formatCase);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index)
      problem(['cases', index], `case \`${name}\` stands twice in the list`);
  }
}

/** Every wanted specialisation is tested by a case, and every case tests a wanted one. */
function checkReach(
  kernel: Kernel,
  smoke: SmokeSpec,
  cases: readonly SmokeCase[],
  wanted: readonly number[],
  problem: Report,
): void {
  const reached = new Set(cases.flatMap(({ runs }) => runs.map((run) => run.specialisation)));
  for (const index of wanted) {
    if (reached.has(index)) continue;
    const isNull = (name: string): boolean => smoke.buffers.get(name) === null;
    const needs = needsOf(kernel, kernel.specialisations[index] ?? [], isNull);
    problem(
      ['cases'],
      `no case reaches specialisation ${describe(kernel, index)}`,
      `Add a case with ${needs}, or list those to test under \`specialisations:\`.`,
    );
  }
  for (const [index, each] of cases.entries()) {
    if (runsAmong(each, wanted).length > 0) continue;
    const others = each.runs.map(({ specialisation }) => describe(kernel, specialisation));
    problem(
      ['cases', index],
      `case \`${each.name}\` tests nothing: it reaches only specialisation ${others.join(', ')}, which \`specialisations\` leaves out`,
    );
  }
}

function runsAmong({ runs }: SmokeCase, wanted: readonly number[]): SmokeCase['runs'] {
  return runs.filter(({ specialisation }) => wanted.includes(specialisation));
}

function describe(kernel: Kernel, index: number): string {
  const hints = describeSpecialisation(kernel, kernel.specialisations[index] ?? []);
  return `${index} (${hints || 'any values'})`;
}
