import { GRID_AXES } from '../grid/check.ts';
import { evaluateGrid } from '../grid/evaluate.ts';
import type { Report } from '../manifest/problems.ts';
import type { ParseResult } from '../manifest/signature.ts';
import type { SmokeSpec } from '../manifest/smoke.ts';
import type { Config, Hint, Kernel, Specialisation } from '../model/kernel.ts';
import type { ScalarValue, SmokeCase, SpecialisedRun } from '../model/smoke-case.ts';
import { bytesOf } from '../testdata/elements.ts';
import { countOf } from '../testdata/layout.ts';
import type { KernelCaseContext } from './smoke-cases.ts';
import {
  caseScope,
  type CaseValues,
  evaluateInteger,
  scalarsIn,
  type SmokeScope,
} from './smoke-scope.ts';

type Call = Pick<SmokeCase, 'scalars' | 'buffers'>;

/**
 * The specialisations a case reaches. Integers decide by their value; a pointer is aligned unless the run misaligns
 * it, which it does where a specialisation is made for that.
 */
export function reachedSpecialisations(kernel: Kernel, call: Call): readonly SpecialisedRun[] {
  return kernel.specialisations.flatMap((specialisation, index) => {
    const misaligned = kernel.arguments.flatMap(({ name, type }, position) => {
      const isFree = type.kind === 'pointer' && call.buffers.get(name) !== null;
      const isLeftOpen = specialisation[position] === 'none' && hintsAt(kernel, position).size > 1;
      return isFree && isLeftOpen ? [name] : [];
    });
    const taken = takenBy(kernel, call, misaligned);
    return taken === index ? [{ specialisation: index, misaligned }] : [];
  });
}

/** The specialisation a call takes, the first whose hints all hold; -1 where none does. */
function takenBy(kernel: Kernel, call: Call, misaligned: readonly string[]): number {
  return kernel.specialisations.findIndex((specialisation) =>
    kernel.arguments.every(({ name }, position) =>
      holds(specialisation[position] ?? 'none', name, call, misaligned),
    ),
  );
}

function holds(hint: Hint, name: string, call: Call, misaligned: readonly string[]): boolean {
  if (hint === 'none') return true;
  const value = call.scalars.get(name);
  if (value?.kind !== 'integer') return !misaligned.includes(name);
  return hint === 'equal-to-1' ? value.value === 1n : value.value % 16n === 0n;
}

/** Why a case reaches no specialisation: `K is 65, but every specialisation wants K % 16 == 0`. */
export function unreachedReason(kernel: Kernel, call: Call): string {
  const reasons = kernel.arguments.flatMap(({ name }, position) => {
    const hints = [...hintsAt(kernel, position)];
    if (hints.some((hint) => holds(hint, name, call, []))) return [];
    const wanted = hints.map((hint) => condition(name, hint)).join(' or ');
    return [
      `${name} is ${call.scalars.get(name)?.value}, but every specialisation wants ${wanted}`,
    ];
  });
  return reasons.join('; ');
}

/** The argument values that lead to a specialisation: its own hints, and none that a more specific one has. */
export function reachingValues(
  kernel: Kernel,
  specialisation: Specialisation,
  isNull: (name: string) => boolean,
): string {
  const needs = kernel.arguments.flatMap(({ name, type }, position) => {
    const hint = specialisation[position] ?? 'none';
    const others = [...hintsAt(kernel, position)].filter((other) => other !== hint);
    if (type.kind === 'pointer') {
      // A run misaligns pointers by itself, only not those that are null.
      return hint === 'none' && others.length > 0 && isNull(name) ? [`${name} not null`] : [];
    }
    if (hint !== 'none') return [condition(name, hint)];
    return others.map((other) => condition(name, other).replace('==', '!='));
  });
  return needs.join(', ');
}

function condition(name: string, hint: Hint): string {
  return hint === 'equal-to-1' ? `${name} == 1` : `${name} % 16 == 0`;
}

/** The hints that an argument has in any specialisation. */
function hintsAt(kernel: Kernel, position: number): ReadonlySet<Hint> {
  return new Set(
    kernel.specialisations.map((specialisation) => specialisation[position] ?? 'none'),
  );
}

type Grid = SmokeCase['grids'][number];

/** The blocks of a call under one config; the message completes "the grid …". */
export function evaluateCaseGrid(
  kernel: Kernel,
  config: Config,
  scalars: ReadonlyMap<string, ScalarValue>,
): ParseResult<Grid> {
  const blocks: bigint[] = [];
  for (const expression of kernel.grid) {
    const result = evaluateGrid(expression, (name) => integerNamed(name, config, scalars));
    if (!result.ok) return { ok: false, message: `has an axis with ${result.fault}` };
    blocks.push(result.value);
  }
  const over = GRID_AXES.find(({ limit }, axis) => (blocks[axis] ?? 1n) > limit);
  if (over !== undefined) {
    return {
      ok: false,
      message: `is ${blocks.join(' × ')}, but ${over.name} may have at most ${over.limit} blocks`,
    };
  }
  const [x = 1n, y = 1n, z = 1n] = blocks;
  return { ok: true, value: [x, y, z] };
}

/** Whether nothing is launched for a grid. */
export function isEmptyGrid(grid: Grid): boolean {
  return grid.some((blocks) => blocks <= 0n);
}

function integerNamed(
  name: string,
  config: Config,
  scalars: ReadonlyMap<string, ScalarValue>,
): bigint {
  const constant = config.constants.get(name);
  if (constant?.kind === 'int') return constant.value;
  if (constant?.kind === 'bool') return BigInt(constant.value);
  const scalar = scalars.get(name);
  if (scalar?.kind !== 'integer') throw new Error(`the grid's name ${name} was not checked`);
  return scalar.value;
}

/** The scalars of a case with one of its integers set to 0, such that no algo that is tested launches anything. */
export function emptyScalars(shared: KernelCaseContext, choice: CaseValues): SmokeCase['empty'] {
  const { kernel, algos, scope, types } = shared;
  for (const [name, value] of [...choice.chosen, ...choice.given]) {
    if (typeof value !== 'bigint') continue;
    const chosen = new Map([...choice.chosen, [name, 0n]]);
    const changed = caseScope({ ...choice, chosen }, scope, types, [], () => undefined);
    if (changed === undefined) continue;
    const scalars = scalarsIn(changed, types);
    const isNever = algos.every((algo) => {
      const config = kernel.configs[algo];
      const grid = config && evaluateCaseGrid(kernel, config, scalars);
      return grid?.ok === true && isEmptyGrid(grid.value);
    });
    if (isNever) return scalars;
  }
  return undefined;
}

/** What one call of a case moves and computes, as far as the manifest says it. */
export function measuresOf(
  smoke: SmokeSpec,
  scope: SmokeScope,
  buffers: SmokeCase['buffers'],
  name: string,
  problem: Report,
): Pick<SmokeCase, 'bytes' | 'flops'> {
  const measure = (key: 'bytes' | 'flops'): bigint | undefined => {
    const expression = smoke[key];
    if (expression === undefined) return undefined;
    if (expression === 'buffers') return movedBytes(buffers);
    const result = evaluateInteger(expression, scope);
    if (result.ok && result.value >= 0n) return result.value;
    const negative = `\`${expression.text}\` is negative in case \`${name}\``;
    problem([key], result.ok ? negative : result.message);
    return undefined;
  };
  return { bytes: measure('bytes'), flops: measure('flops') };
}

/** What a call reads and writes: every element of an input or output once, of what is both twice. */
function movedBytes(buffers: SmokeCase['buffers']): bigint {
  let bytes = 0;
  for (const buffer of buffers.values()) {
    if (buffer === null || buffer.role === 'scratch') continue;
    bytes += countOf(buffer) * bytesOf(buffer.element) * (buffer.role === 'inout' ? 2 : 1);
  }
  return BigInt(bytes);
}
