import type { Path } from '../../base/errors.ts';
import type { KernelEntry } from '../entry.ts';
import { didYouMean, Problems } from '../problems.ts';
import { algoSettings, integersOf, type KernelDefinition } from '../terms/kernel.ts';
import { bytesOf } from '../values/elements.ts';
import { changedBuffer, resolveBuffer, resolveView, SOME_BLOCKS } from './buffers.ts';
import { type CaseCall, refusalOf } from './call.ts';
import {
  type BlockChoice,
  type CaseBuffer,
  type CaseSpec,
  type CaseView,
  type ChosenValues,
  type EvaluatedCase,
  type SmokeSpec,
} from './case.ts';
import { caseName } from './format-case.ts';
import { emptyScalars, evaluateCaseGrid, isEmptyGrid, launches, measuresOf } from './launches.ts';
import { checkSmokeNames } from './names.ts';
import { caseParameters, resolveLaunches } from './sequence.ts';
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
  if (chosen.length > 0 && chosen.every(({ blocks }) => blocks !== undefined)) {
    problems
      .at('smoke', 'cases')
      .add(
        'every case runs only some of its blocks',
        'Add a small case without `blocks`: its outputs are compared, and on a GPU only such cases run.',
      );
    return undefined;
  }
  const list = { chosen, section: 'smoke', algos, isTimed: false };
  const cases = evaluateList(kernel, smoke, list, problems);
  if (cases === undefined || cases.length === 0 || cases.some(launches)) return cases;
  problems
    .at('smoke', ...smoke.casesAt)
    .add(
      `no case launches anything: the grid of ${cases.map(({ name }) => `\`${name}\``).join(', ')} is empty`,
      'Add a case without a size of 0: only such a case tests the compiled code.',
    );
  return undefined;
}

function timedCases(
  kernel: KernelDefinition,
  smoke: SmokeSpec | undefined,
  { section, cases, key = [] }: KernelEntry['timing'],
  problems: Problems,
): readonly EvaluatedCase[] | undefined {
  checkKey(kernel, key, problems.at(section, 'key'));
  if (cases.length === 0) return problems.isEmpty ? [] : undefined;
  if (smoke === undefined) {
    problems
      .at(section, 'cases')
      .add(
        'there is no `smoke:` section, whose `arguments` and `buffers` these cases use',
        'Add `smoke:` with `buffers`, and with at least one case that is tested.',
      );
    return undefined;
  }
  const list = { chosen: cases.map(wholeCase), section, algos: undefined, isTimed: true };
  return evaluateList(kernel, smoke, list, problems);
}

/** A case that sets these values, of which all blocks run. */
export function wholeCase(values: ChosenValues): CaseSpec {
  return { values, blocks: undefined, buffers: new Map() };
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
  readonly chosen: readonly CaseSpec[];
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
  const inSection = problems.under((path) => sectionPath(section, smoke, path));
  const algos = chosenIndices('algo', given, kernel.configs.length, inSection.at('algos'));
  checkDuplicates(chosen, inSection.at('cases'));
  if (chosen.length > 0) checkSmokeNames(kernel, smoke, chosen, inSection);
  if (!inSection.isEmpty) return undefined;
  const names = { scope: kernelScope(kernel), types: scalarTypes(kernel) };
  const shared = { kernel, smoke, algos, isTimed, ...names };
  const cases = chosen.flatMap((spec, index) => resolveCase(shared, spec, index, inSection) ?? []);
  return inSection.isEmpty ? cases : undefined;
}

/** Returns where a part of a `smoke:` section is, whose cases are in another section if they are only timed. */
function sectionPath(
  section: string,
  { casesAt }: Pick<SmokeSpec, 'casesAt'>,
  [first, ...rest]: Path,
): Path {
  if (first === undefined) return ['smoke'];
  if (first !== 'cases') return ['smoke', first, ...rest];
  return section === 'smoke' ? [section, ...casesAt, ...rest] : [section, first, ...rest];
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

function checkDuplicates(chosen: readonly CaseSpec[], problems: Problems): void {
  const names = chosen.map(caseName);
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
  spec: CaseSpec,
  index: number,
  problems: Problems,
): EvaluatedCase | undefined {
  const { smoke, isTimed } = shared;
  const { values: chosen, blocks } = spec;
  const name = caseName(spec);
  const values: CaseValues = { index, chosen, given: smoke.arguments };
  const inCase = problems.at('cases', index);
  const scope = caseScope(values, shared.scope, shared.types, problems);
  if (scope === undefined) return undefined;
  const scalars = scalarsIn(scope, shared.types);
  const isPartial = blocks !== undefined;
  const named = { name, isPartial, changes: spec.buffers };
  const buffers = buffersOf(shared, scope, named, { inCase, inSection: problems });
  if (buffers === undefined) return undefined;
  if (!fitsMemory(buffers, named, inCase)) return undefined;
  const views = viewsOf(shared, scope, name, buffers, problems);
  if (views === undefined) return undefined;
  const later = resolveLaunches(smoke, scope, problems.at('followed_by'));
  const call = { name, scalars, buffers, views };
  const algos = acceptingAlgos(shared, call, inCase);
  if (algos === undefined) return undefined;
  const grids = gridsOf({ ...shared, algos }, call, inCase);
  checkBlocks(blocks, algos, grids, inCase.at('blocks', 'at'));
  return {
    name,
    path: inCase.path,
    scalars,
    buffers,
    views,
    later,
    empty: isTimed ? undefined : emptyScalars(shared, values, call),
    grids,
    blocks,
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
  { name, isPartial, changes }: NamedCase & Pick<ChangedCase, 'changes'>,
  { inCase, inSection }: { readonly inCase: Problems; readonly inSection: Problems },
): EvaluatedCase['buffers'] | undefined {
  const buffers = new Map<string, CaseBuffer | null>();
  for (const parameter of caseParameters(kernel, smoke)) {
    const spec = smoke.buffers.get(parameter.name);
    const change = changes.get(parameter.name);
    const part = (change === undefined ? inSection : inCase).at('buffers', parameter.name);
    if (spec === null) {
      buffers.set(parameter.name, null);
      if (change !== undefined)
        part.add('the buffer is null in `smoke.buffers`, so a case cannot change it');
    }
    if (spec === null || spec === undefined) continue;
    const identity = { kernel: kernel.name, case: name, isPartial };
    const own = changedBuffer(spec, change, part);
    const buffer = own && resolveBuffer(parameter, own, smoke, identity, scope, part);
    if (buffer !== undefined) buffers.set(parameter.name, buffer);
  }
  return buffers.size === smoke.buffers.size ? buffers : undefined;
}

function viewsOf(
  { kernel, smoke }: KernelCaseContext,
  scope: SmokeScope,
  name: string,
  buffers: EvaluatedCase['buffers'],
  problems: Problems,
): EvaluatedCase['views'] | undefined {
  const views = new Map<string, CaseView>();
  for (const parameter of caseParameters(kernel, smoke)) {
    const spec = smoke.views.get(parameter.name);
    const buffer = spec && buffers.get(spec.of);
    if (spec === undefined || buffer === undefined || buffer === null) continue;
    const part = problems.at('buffers', parameter.name);
    const place = { inCase: `in case \`${name}\``, scope };
    const view = resolveView(parameter, spec, buffer, place, part);
    if (view !== undefined) views.set(parameter.name, view);
  }
  return views.size === smoke.views.size ? views : undefined;
}

interface ChangedCase {
  readonly changes: CaseSpec['buffers'];
}

/** A case, and whether only some of its blocks run. */
interface NamedCase {
  readonly name: string;
  readonly isPartial: boolean;
}

/** GiB that the buffers of a case can have. Sparse ones only need addresses, of which a process has 2^47. */
const MOST_GIB = 8;
const MOST_SPARSE_GIB = 16 * 1024;

function fitsMemory(
  buffers: EvaluatedCase['buffers'],
  { name, isPartial }: NamedCase,
  problems: Problems,
): boolean {
  const bytes = [...buffers.values()].reduce(
    (sum, buffer) => sum + (buffer === null ? 0 : buffer.length * bytesOf(buffer.element)),
    0,
  );
  const most = isPartial ? MOST_SPARSE_GIB : MOST_GIB;
  if (bytes <= most * 2 ** 30) return true;
  const size = `${(bytes / 2 ** 30).toFixed(1)} GiB`;
  problems.add(
    `the buffers of case \`${name}\` need ${size}; at most ${most} GiB are allowed`,
    isPartial ? undefined : SOME_BLOCKS,
  );
  return false;
}

/** Checks that the blocks that a case names are in the grid of each algo. */
function checkBlocks(
  blocks: BlockChoice | undefined,
  algos: readonly number[],
  grids: EvaluatedCase['grids'],
  problems: Problems,
): void {
  for (const [index, place] of (blocks?.at ?? []).entries()) {
    const algo = algos.find((each) => place.some((at, axis) => at >= (grids[each]?.[axis] ?? 1n)));
    if (algo === undefined) continue;
    const grid = (grids[algo] ?? []).join(' × ');
    problems
      .at(index)
      .add(`the grid has no block [${place.join(', ')}]: with algo ${algo} it is ${grid}`);
  }
}

const EMPTY_GRID: EvaluatedCase['grids'][number] = [0n, 0n, 0n];

/** The grid of every algo. Only those of algos to test must be valid. */
function gridsOf(
  { kernel, algos, isTimed }: KernelCaseContext,
  call: CaseCall & Pick<EvaluatedCase, 'name'>,
  problems: Problems,
): EvaluatedCase['grids'] {
  const grids = kernel.configs.map((_config, algo) => {
    const part = algos.includes(algo) ? problems : new Problems();
    const grid = evaluateCaseGrid(kernel, algo, call, part);
    return grid ?? EMPTY_GRID;
  });
  const empty = algos.filter((algo) => isEmptyGrid(grids[algo] ?? EMPTY_GRID));
  // A call with a size of 0 launches nothing with any algo: that it succeeds and changes nothing is the test.
  const isNegative = grids.some((grid) => grid.some((blocks) => blocks < 0n));
  if (!isTimed && !isNegative && empty.length === algos.length) return grids.map(() => EMPTY_GRID);
  for (const algo of problems.isEmpty ? empty : [])
    problems.add(
      `the grid of algo ${algo}${algoSettings(kernel, algo)} in case \`${call.name}\` is empty: ${grids[algo]?.join(' × ')}`,
      isTimed
        ? 'Such a call launches nothing that could be timed.'
        : 'A case can have an empty grid if it has 0 blocks with every algo.',
    );
  return grids;
}
