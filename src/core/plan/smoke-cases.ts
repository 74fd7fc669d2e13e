import type { Path } from '../base/errors.ts';
import type { Problems, Report } from '../manifest/problems.ts';
import type { SmokeSpec } from '../manifest/smoke.ts';
import { allParameters, describeSpecialisation, type Kernel } from '../model/kernel.ts';
import {
  type CaseBuffer,
  formatCase,
  type KernelSmoke,
  type Literal,
  type ScalarValue,
  type SmokeCase,
} from '../model/smoke-case.ts';
import type { ScalarType } from '../model/types.ts';
import { bytesOf } from '../testdata/elements.ts';
import { MAX_BUFFER_BYTES, resolveBuffer } from './smoke-buffers.ts';
import {
  emptyScalars,
  evaluateCaseGrid,
  isEmptyGrid,
  measuresOf,
  reachedSpecialisations,
  reachingValues,
  unreachedReason,
} from './smoke-launches.ts';
import { checkSmokeNames } from './smoke-names.ts';
import {
  caseScope,
  type CaseValues,
  kernelScope,
  scalarsIn,
  scalarTypes,
  type SmokeScope,
} from './smoke-scope.ts';

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
  if (smoke.cases.length > 0) checkSmokeNames(kernel, smoke, problem);
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
    const needs = reachingValues(kernel, kernel.specialisations[index] ?? [], isNull);
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

/** Evaluates one case, with a run for each specialisation it reaches. Paths are inside the section. */
function resolveCase(
  shared: KernelCaseContext,
  chosen: ReadonlyMap<string, Literal>,
  path: Path,
  at: (relative: Path) => Path,
  problem: Report,
): SmokeCase | undefined {
  const { kernel, smoke } = shared;
  const name = formatCase(chosen);
  const choice: CaseValues = { chosen, given: smoke.arguments };
  const scope = caseScope(choice, shared.scope, shared.types, path, problem);
  if (scope === undefined) return undefined;
  const scalars = scalarsIn(scope, shared.types);
  const buffers = buffersIn(scope, shared, name, path, problem);
  if (buffers === undefined) return undefined;
  const runs = reachedSpecialisations(kernel, { scalars, buffers });
  if (runs.length === 0) problem(path, unreachedReason(kernel, { scalars, buffers }));
  return {
    name,
    path: at(path),
    scalars,
    buffers,
    runs,
    empty: emptyScalars(shared, choice),
    grids: gridsIn(shared, scalars, name, path, problem),
    ...measuresOf(smoke, scope, buffers, name, problem),
  };
}

function buffersIn(
  scope: SmokeScope,
  { kernel, smoke }: KernelCaseContext,
  name: string,
  path: Path,
  problem: Report,
): SmokeCase['buffers'] | undefined {
  const buffers = new Map<string, CaseBuffer | null>();
  let isWhole = true;
  for (const parameter of allParameters(kernel)) {
    const spec = smoke.buffers.get(parameter.name);
    if (spec === null) buffers.set(parameter.name, null);
    if (spec === null || spec === undefined) continue;
    const identity = { kernel: kernel.name, case: name };
    const buffer = resolveBuffer(parameter, spec, smoke, identity, scope);
    if (buffer.ok) buffers.set(parameter.name, buffer.value);
    else {
      isWhole = false;
      problem(['buffers', parameter.name], buffer.message);
    }
  }
  const bytes = [...buffers.values()].reduce(
    (sum, buffer) => sum + (buffer === null ? 0 : buffer.length * bytesOf(buffer.element)),
    0,
  );
  if (bytes > MAX_BUFFER_BYTES) {
    const size = `${(bytes / 2 ** 30).toFixed(1)} GiB`;
    problem(path, `the buffers of case \`${name}\` take ${size}: expected at most 8 GiB`);
    isWhole = false;
  }
  return isWhole ? buffers : undefined;
}

function gridsIn(
  { kernel, algos }: KernelCaseContext,
  scalars: ReadonlyMap<string, ScalarValue>,
  name: string,
  path: Path,
  problem: Report,
): SmokeCase['grids'] {
  return kernel.configs.map((config, algo) => {
    const grid = evaluateCaseGrid(kernel, config, scalars);
    const wrong = grid.ok
      ? isEmptyGrid(grid.value) && `is ${grid.value.join(' × ')}, empty`
      : grid.message;
    if (wrong !== false && algos.includes(algo))
      problem(path, `in case \`${name}\` the grid of algo ${algo} ${wrong}`);
    return grid.ok ? grid.value : [0n, 0n, 0n];
  });
}

/** What all cases of a kernel have in common. */
export interface KernelCaseContext {
  readonly kernel: Kernel;
  readonly smoke: SmokeSpec;
  /** The algos that are tested. */
  readonly algos: readonly number[];
  readonly scope: SmokeScope;
  readonly types: ReadonlyMap<string, ScalarType>;
}
