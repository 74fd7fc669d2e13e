import { GRID_AXES } from '../grid/check.ts';
import { Problems } from '../problems.ts';
import type { SmokeSpec } from './read.ts';
import { type Hint, hintConditions, meets, strengthOf } from '../terms/hint.ts';
import {
  type Config,
  isReachable,
  type Kernel,
  type KernelDefinition,
  type Specialisation,
} from '../terms/kernel.ts';
import type { EvaluatedCase, SpecialisedRun } from './case.ts';
import { formatConstant } from '../terms/constant.ts';
import { bytesOf } from '../values/elements.ts';
import { countOf } from '../values/layout.ts';
import { type CaseCall, configForCall, evaluateForCall } from './call.ts';
import {
  caseScope,
  type CaseValues,
  evaluateInteger,
  type KernelCaseContext,
  scalarsIn,
  type SmokeScope,
} from './scope.ts';

/**
 * The specialisations that a case reaches with one of `algos`, and with which of them, unless it is
 * all. Integers have the case's values. A pointer is aligned to 16 bytes; in the run of a
 * specialisation with a weaker hint than others, it is aligned to that hint only.
 */
export function reachedSpecialisations(
  kernel: Kernel,
  algos: readonly number[],
  call: CaseCall,
): readonly SpecialisedRun[] {
  const configs = algos.map((algo) => ({ algo, config: configForCall(kernel, algo, call) }));
  return kernel.specialisations.flatMap((specialisation, index) => {
    const offsets = Object.fromEntries(
      kernel.arguments.flatMap(({ name, type }, position) => {
        if (type.kind !== 'pointer' || call.buffers.get(name) === null) return [];
        const hint = specialisation.hints[position] ?? 0;
        // The hints of pointers are divisors: larger ones say more.
        if (hint === Math.max(...hintsAt(kernel, position))) return [];
        return [[name, Math.max(hint, bytesOf(type.element))] as const];
      }),
    );
    const reached = configs.flatMap(({ algo, config }) =>
      takenBy(kernel, config, call, offsets) === index ? [algo] : [],
    );
    if (reached.length === 0) return [];
    const isAll = reached.length === algos.length;
    return [{ specialisation: index, offsets, ...(!isAll && { algos: reached }) }];
  });
}

/** Returns the index of the specialisation that a call with aligned pointers takes with an algo, or -1. */
export function specialisationFor(kernel: Kernel, algo: number, call: CaseCall): number {
  return takenBy(kernel, configForCall(kernel, algo, call), call, {});
}

/** Returns the first specialisation whose hints all hold for the call; -1 if there is none. */
function takenBy(
  kernel: Kernel,
  config: Config,
  call: CaseCall,
  offsets: SpecialisedRun['offsets'],
): number {
  return kernel.specialisations.findIndex(
    (specialisation) =>
      isReachable(config, specialisation) &&
      kernel.arguments.every(({ name }, position) =>
        holds(specialisation.hints[position] ?? 0, name, call, offsets),
      ),
  );
}

function holds(
  hint: Hint,
  name: string,
  call: CaseCall,
  offsets: SpecialisedRun['offsets'],
): boolean {
  const value = call.scalars.get(name);
  return meets(value?.kind === 'integer' ? value.value : BigInt(offsets[name] ?? 0), hint);
}

/** Returns why a case reaches no specialisation: `K is 65, but every specialisation needs K % 16 == 0`. */
export function unreachedReason(kernel: Kernel, call: CaseCall): string {
  const reasons = kernel.arguments.flatMap(({ name }, position) => {
    const hints = [...hintsAt(kernel, position)];
    if (hints.some((hint) => holds(hint, name, call, {}))) return [];
    const needed = hints.flatMap((hint) => hintConditions(name, hint)).join(' or ');
    return [
      `${name} is ${call.scalars.get(name)?.value}, but every specialisation needs ${needed}`,
    ];
  });
  return reasons.join('; ');
}

/** The conditions to reach a specialisation: its hints hold, those of more specific ones do not. */
export function reachingValues(
  kernel: Kernel,
  specialisation: Specialisation,
  isNull: (name: string) => boolean,
): string {
  const needs = kernel.arguments.flatMap(({ name, type }, position) => {
    const hint = specialisation.hints[position] ?? 0;
    const others = [...hintsAt(kernel, position)].filter((other) => other !== hint);
    if (type.kind === 'pointer') {
      // The runs misalign pointers themselves, except null pointers.
      return hint === 0 && others.length > 0 && isNull(name) ? [`${name} not null`] : [];
    }
    // A value that a number divides is not 1.
    const stronger = others.filter(
      (other) => strengthOf(other) > strengthOf(hint) && (hint === 0 || other !== 1),
    );
    return [
      ...hintConditions(name, hint),
      ...stronger
        .flatMap((other) => hintConditions(name, other))
        .map((each) => each.replace('==', '!=')),
    ];
  });
  const computed = kernel.heuristics.flatMap(({ parameter, text }) => {
    const value = specialisation.heuristics.get(parameter);
    return value === undefined ? [] : [`${parameter} = ${formatConstant(value)} (\`${text}\`)`];
  });
  return [...needs, ...computed].join(', ');
}

/** The hints of an argument in all specialisations. */
function hintsAt(kernel: Kernel, position: number): ReadonlySet<Hint> {
  return new Set(kernel.specialisations.map(({ hints }) => hints[position] ?? 0));
}

type Grid = EvaluatedCase['grids'][number];

/** The number of blocks of a case under one algo. */
export function evaluateCaseGrid(
  kernel: KernelDefinition,
  algo: number,
  call: CaseCall & Pick<EvaluatedCase, 'name'>,
  problems: Problems,
): Grid | undefined {
  const grid = `the grid of algo ${algo} in case \`${call.name}\``;
  const blocks: bigint[] = [];
  for (const expression of kernel.grid) {
    const result = evaluateForCall(kernel, algo, expression, call);
    if (!result.ok) {
      problems.add(`${result.fault} in ${grid}`);
      return undefined;
    }
    blocks.push(result.value);
  }
  const over = GRID_AXES.find(({ limit }, axis) => (blocks[axis] ?? 1n) > limit);
  if (over !== undefined) {
    const limit = `the ${over.name} axis can have at most ${over.limit} blocks`;
    problems.add(`${grid} is ${blocks.join(' × ')}, but ${limit}`);
    return undefined;
  }
  const [x = 1n, y = 1n, z = 1n] = blocks;
  return [x, y, z];
}

/** Returns whether a launch of the grid does nothing. */
export function isEmptyGrid(grid: Grid): boolean {
  return grid.some((blocks) => blocks <= 0n);
}

/** The scalars of a case with one integer set to 0 so that no tested algo launches anything. */
export function emptyScalars(
  shared: KernelCaseContext,
  values: CaseValues,
  buffers: EvaluatedCase['buffers'],
): EvaluatedCase['empty'] {
  const { kernel, algos, scope, types } = shared;
  for (const [name, value] of [...values.chosen, ...values.given]) {
    if (typeof value !== 'bigint') continue;
    const chosen = new Map([...values.chosen, [name, 0n]]);
    // A value that does not work is not a problem of the manifest.
    const attempt = new Problems();
    const changed = caseScope({ ...values, chosen }, scope, types, attempt);
    if (changed === undefined) continue;
    const scalars = scalarsIn(changed, types);
    const isEmpty = algos.every((algo) => {
      const grid = evaluateCaseGrid(kernel, algo, { name, scalars, buffers }, attempt);
      return grid !== undefined && isEmptyGrid(grid);
    });
    if (isEmpty) return scalars;
  }
  return undefined;
}

/** The bytes and operations of one call of a case, if the manifest gives them. */
export function measuresOf(
  smoke: SmokeSpec,
  scope: SmokeScope,
  buffers: EvaluatedCase['buffers'],
  name: string,
  problems: Problems,
): Pick<EvaluatedCase, 'bytes' | 'flops'> {
  const measure = (key: 'bytes' | 'flops'): bigint | undefined => {
    const expression = smoke[key];
    if (expression === undefined) return undefined;
    if (expression === 'buffers') return movedBytes(buffers);
    const value = evaluateInteger(expression, scope, problems.at(key));
    if (value === undefined || value >= 0n) return value;
    problems.at(key).add(`\`${expression.text}\` is negative in case \`${name}\``);
    return undefined;
  };
  return { bytes: measure('bytes'), flops: measure('flops') };
}

/** The bytes that a call reads and writes: every input or output once, an `inout` twice. */
function movedBytes(buffers: EvaluatedCase['buffers']): bigint {
  let bytes = 0;
  for (const buffer of buffers.values()) {
    if (buffer === null || buffer.role === 'scratch') continue;
    bytes += countOf(buffer) * bytesOf(buffer.element) * (buffer.role === 'inout' ? 2 : 1);
  }
  return BigInt(bytes);
}
