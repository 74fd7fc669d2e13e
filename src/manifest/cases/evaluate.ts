import type { Path } from '../../base/errors.ts';
import type { KernelEntry } from '../entry.ts';
import { didYouMean, Problems } from '../problems.ts';
import { algoSettings, allParameters, integersOf, type KernelDefinition } from '../terms/kernel.ts';
import { bytesOf } from '../values/elements.ts';
import { resolveBuffer } from './buffers.ts';
import { type CaseCall, refusalOf } from './call.ts';
import {
  type CaseBuffer,
  type ChosenValues,
  type EvaluatedCase,
  formatCase,
  type SmokeSpec,
} from './case.ts';
import { emptyScalars, evaluateCaseGrid, isEmptyGrid, measuresOf } from './launches.ts';
import { checkSmokeNames } from './names.ts';
import {
  caseScope,
  type CaseValues,
  type KernelCaseContext,
  kernelScope,
  scalarsIn,
  scalarTypes,
  type SmokeScope,
} from './scope.ts';

/** The cases of a kernel, before it is known which specialisations they reach. */
export interface EvaluatedCases {
  /** The cases of the smoke test. */
  readonly cases: readonly EvaluatedCase[];
  /** The cases that are only timed. */
  readonly timed: readonly EvaluatedCase[];
}

/**
 * Evaluates the cases of a kernel: those of its `smoke:` section, and those that are only timed, with the
 * arguments and buffers of that section.
 * @param problems bound to the kernel
 */
export function evaluateCases(
  kernel: KernelDefinition,
  { smoke, timing }: Pick<KernelEntry, 'smoke' | 'timing'>,
  problems: Problems,
): EvaluatedCases | undefined {
  const cases = smoke === undefined ? [] : testedCases(kernel, smoke, problems);
  const timed = cases && timedCases(kernel, smoke, timing, problems);
  return timed && { cases, timed };
}

function testedCases(
  kernel: KernelDefinition,
  smoke: SmokeSpec,
  problems: Problems,
): readonly EvaluatedCase[] | undefined {
  const { cases: chosen, algos } = smoke;
  return evaluateList(kernel, smoke, { chosen, section: 'smoke', algos, isTimed: false }, problems);
}

function timedCases(
  kernel: KernelDefinition,
  smoke: SmokeSpec | undefined,
  { section, cases: chosen, key = [] }: KernelEntry['timing'],
  problems: Problems,
): readonly EvaluatedCase[] | undefined {
  checkKey(kernel, key, problems.at(section, 'key'));
  if (chosen.length === 0) return problems.isEmpty ? [] : undefined;
  if (smoke === undefined) {
    problems
      .at(section, 'cases')
      .add(
        'there is no `smoke:` section, whose `arguments` and `buffers` these cases use',
        'Add `smoke:` with `buffers`, and with at least one case that is tested.',
      );
    return undefined;
  }
  const list = { chosen, section, algos: undefined, isTimed: true };
  return evaluateList(kernel, smoke, list, problems);
}

/** Checks that a choice can depend on the parameters. */
function checkKey(kernel: KernelDefinition, key: readonly string[], problems: Problems): void {
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

/** Cases to evaluate. */
interface CaseList extends Pick<SmokeSpec, 'algos'>, Pick<KernelCaseContext, 'isTimed'> {
  readonly chosen: readonly ChosenValues[];
  /** The section of the manifest that has them. */
  readonly section: string;
}

/**
 * Evaluates cases with the arguments and buffers of a `smoke:` section.
 * @param problems bound to the kernel
 */
export function evaluateList(
  kernel: KernelDefinition,
  smoke: SmokeSpec,
  { chosen, section, algos: given, isTimed }: CaseList,
  problems: Problems,
): readonly EvaluatedCase[] | undefined {
  const inSection = problems.under((path) => sectionPath(section, path));
  const algos = chosenIndices('algo', given, kernel.configs.length, inSection.at('algos'));
  checkDuplicates(chosen, inSection.at('cases'));
  if (chosen.length > 0) checkSmokeNames(kernel, smoke, chosen, inSection);
  if (!inSection.isEmpty) return undefined;
  const names = { scope: kernelScope(kernel), types: scalarTypes(kernel) };
  const shared = { kernel, smoke, algos, isTimed, ...names };
  const cases = chosen.flatMap(
    (values, index) => resolveCase(shared, values, index, inSection) ?? [],
  );
  return inSection.isEmpty ? cases : undefined;
}

/** Returns where a part of a `smoke:` section is, whose cases are in another section if they are only timed. */
function sectionPath(section: string, [first, ...rest]: Path): Path {
  if (first === undefined) return ['smoke'];
  return [first === 'cases' ? section : 'smoke', first, ...rest];
}

/** The indices to test: the given ones, or all. */
export function chosenIndices(
  kind: string,
  given: readonly bigint[] | undefined,
  length: number,
  problems: Problems,
): readonly number[] {
  const all = Array.from({ length }, (_, index) => index);
  if (given === undefined) return all;
  for (const [position, index] of given.entries()) {
    if (index >= 0n && index < BigInt(length)) continue;
    const range = length === 1 ? 'the only one is 0' : `expected 0 to ${length - 1}`;
    problems.at(position).add(`${kind} ${index} does not exist; ${range}`);
  }
  return all.filter((index) => given.includes(BigInt(index)));
}

function checkDuplicates(chosen: readonly ChosenValues[], problems: Problems): void {
  const names = chosen.map(formatCase);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) problems.at(index).add(`duplicate case \`${name}\``);
  }
}

/**
 * Evaluates one case.
 * @param problems bound to the section
 */
function resolveCase(
  shared: KernelCaseContext,
  chosen: ChosenValues,
  index: number,
  problems: Problems,
): EvaluatedCase | undefined {
  const { smoke, isTimed } = shared;
  const name = formatCase(chosen);
  const values: CaseValues = { index, chosen, given: smoke.arguments };
  const inCase = problems.at('cases', index);
  const scope = caseScope(values, shared.scope, shared.types, problems);
  if (scope === undefined) return undefined;
  const scalars = scalarsIn(scope, shared.types);
  const buffers = buffersOf(shared, scope, name, problems.at('buffers'));
  if (buffers === undefined) return undefined;
  if (!fitsMemory(buffers, name, inCase)) return undefined;
  const call = { name, scalars, buffers };
  const algos = acceptingAlgos(shared, call, inCase);
  if (algos === undefined) return undefined;
  return {
    name,
    path: inCase.path,
    scalars,
    buffers,
    empty: isTimed ? undefined : emptyScalars(shared, values, buffers),
    grids: gridsOf({ ...shared, algos }, call, inCase),
    ...measuresOf(smoke, scope, buffers, name, problems),
  };
}

/** The algos that do not refuse the call: all to test, or some that only time it. */
function acceptingAlgos(
  { kernel, algos, isTimed }: KernelCaseContext,
  call: CaseCall & Pick<EvaluatedCase, 'name'>,
  problems: Problems,
): readonly number[] | undefined {
  const refusals = algos.flatMap((algo) => {
    const reason = refusalOf(kernel, algo, call);
    return reason === undefined ? [] : [[algo, reason] as const];
  });
  const accepting = algos.filter((algo) => !refusals.some(([other]) => other === algo));
  if (isTimed && accepting.length > 0) return accepting;
  for (const [algo, reason] of refusals) {
    problems.add(
      `case \`${call.name}\` is refused by algo ${algo}${algoSettings(kernel, algo)}: ${reason}`,
      isTimed
        ? 'Change the values of the case: no algo takes it.'
        : 'Change the values of the case, or list the algos to test in `algos:`.',
    );
  }
  return refusals.length === 0 ? algos : undefined;
}

function buffersOf(
  { kernel, smoke }: KernelCaseContext,
  scope: SmokeScope,
  name: string,
  problems: Problems,
): EvaluatedCase['buffers'] | undefined {
  const buffers = new Map<string, CaseBuffer | null>();
  for (const parameter of allParameters(kernel)) {
    const spec = smoke.buffers.get(parameter.name);
    if (spec === null) buffers.set(parameter.name, null);
    if (spec === null || spec === undefined) continue;
    const identity = { kernel: kernel.name, case: name };
    const part = problems.at(parameter.name);
    const buffer = resolveBuffer(parameter, spec, smoke, identity, scope, part);
    if (buffer !== undefined) buffers.set(parameter.name, buffer);
  }
  return problems.isEmpty ? buffers : undefined;
}

const MAX_BYTES = 8 * 2 ** 30;

function fitsMemory(buffers: EvaluatedCase['buffers'], name: string, problems: Problems): boolean {
  const bytes = [...buffers.values()].reduce(
    (sum, buffer) => sum + (buffer === null ? 0 : buffer.length * bytesOf(buffer.element)),
    0,
  );
  if (bytes <= MAX_BYTES) return true;
  const size = `${(bytes / 2 ** 30).toFixed(1)} GiB`;
  problems.add(`the buffers of case \`${name}\` need ${size}; at most 8 GiB are allowed`);
  return false;
}

/** The grid of every algo. Only those of algos to test must be valid. */
function gridsOf(
  { kernel, algos }: KernelCaseContext,
  call: CaseCall & Pick<EvaluatedCase, 'name'>,
  problems: Problems,
): EvaluatedCase['grids'] {
  return kernel.configs.map((_config, algo) => {
    const part = algos.includes(algo) ? problems : new Problems();
    const grid = evaluateCaseGrid(kernel, algo, call, part);
    if (grid !== undefined && isEmptyGrid(grid))
      part.add(
        `the grid of algo ${algo}${algoSettings(kernel, algo)} in case \`${call.name}\` is empty: ${grid.join(' × ')}`,
      );
    return grid ?? [0n, 0n, 0n];
  });
}
