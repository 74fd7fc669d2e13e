import type { Constant } from '../model/constant.ts';
import { isInteger, parseArgumentType } from '../model/types.ts';
import type { Draft, DraftCall } from './drafts.ts';
import { findExpression, type SearchNames, type Term } from './search.ts';

/** The grid of an entry, and the parameters that only the grid uses. */
export interface FoundGrid {
  readonly axes: readonly string[];
  readonly parameters: readonly Term[];
  /** What a person should know about the expressions. */
  readonly notes: readonly string[];
}

const AXES = ['x', 'y', 'z'] as const;

/** Finds the grid in the arguments, the constants and, as grid parameters, the shapes. */
export function findGrid(draft: Draft): FoundGrid {
  const names = gridNames(draft);
  const sizes = sizeTerms(draft);
  const parameters = new Map<string, Term>();
  const notes: string[] = [];
  const axes = AXES.map((axis, index) => {
    const targets = draft.calls.map(({ grid }) => BigInt(grid[index] ?? 1));
    const found =
      findExpression(targets, names) ??
      findExpression(targets, { ...names, values: [...names.values, ...sizes] });
    if (found === undefined) {
      const name = freeName(`grid_${axis}`, draft);
      parameters.set(name, { text: name, values: targets, cost: 3 });
      notes.push(`No expression fits the ${axis} axis of the grid in every call: callers pass it.`);
      return name;
    }
    for (const size of sizes)
      if (wordsIn(found.text).includes(size.text)) parameters.set(size.text, size);
    return found.text;
  });
  if (parameters.size > 0 && notes.length === 0)
    notes.push('The grid depends on sizes that the kernel does not get: callers pass them.');
  const isKnown = axes.every((axis) => /^[01]$/.test(axis));
  if (!isKnown && new Set(draft.calls.map(({ grid }) => grid.join())).size === 1)
    notes.push('Every recorded call had the same grid: check that the expressions are meant.');
  while (axes.length > 1 && axes.at(-1) === '1') axes.pop();
  return { axes, parameters: [...parameters.values()], notes };
}

/** The integer arguments and constants, with their values in every call. */
export function gridNames(draft: Draft): SearchNames {
  const values = [...draft.types].flatMap(([name, text]) => {
    const type = parseArgumentType(text);
    if (type === undefined || !isInteger(type)) return [];
    return termOf(name, draft.calls, ({ scalars }) => scalars.get(name), nameCost(name));
  });
  const fixed = [...draft.constants.keys()].flatMap((name) =>
    termOf(name, draft.calls, () => draft.constants.get(name), 3),
  );
  const tuned = [...(draft.configs[0]?.constants.keys() ?? [])].flatMap((name) =>
    termOf(name, draft.calls, ({ config }) => config.get(name), 3),
  );
  return { values, constants: [...fixed, ...tuned] };
}

/** The cost of an argument in an expression. Strides and seeds rarely decide how many blocks there are. */
export function nameCost(name: string): number {
  return isStride(name) || /seed|offset|eps/i.test(name) ? 4 : 2;
}

export function isStride(name: string): boolean {
  return /stride|^ld[a-z]?$/i.test(name);
}

function termOf(
  name: string,
  calls: readonly DraftCall[],
  valueOf: (call: DraftCall) => Constant | undefined,
  cost: number,
): Term[] {
  const values = calls.flatMap((call) => integerOf(valueOf(call)) ?? []);
  return values.length === calls.length ? [{ text: name, values, cost }] : [];
}

function integerOf(constant: Constant | undefined): bigint | undefined {
  if (constant?.kind === 'bool') return BigInt(constant.value);
  return constant?.kind === 'int' ? constant.value : undefined;
}

/** The sizes of the buffers' axes, under names such as `x_size_0`. */
function sizeTerms(draft: Draft): readonly Term[] {
  const axes = (draft.calls[0] as DraftCall).buffers;
  return [...axes].flatMap(([name, { shape }]) =>
    shape.flatMap((_size, axis) => {
      const values = draft.calls.flatMap(({ buffers }) => buffers.get(name)?.shape[axis] ?? []);
      if (values.length < draft.calls.length) return [];
      return [{ text: sizeName(name, axis, draft), values: values.map(BigInt), cost: 5 }];
    }),
  );
}

/** A name for the size of an axis: `x_size_0` for `x_ptr`. */
export function sizeName(buffer: string, axis: number, draft: Draft): string {
  const plain = buffer.replace(/_?ptr$/i, '').replaceAll(/^_+|_+$/g, '');
  return freeName(`${plain === '' ? buffer : plain}_size_${axis}`, draft);
}

function freeName(name: string, draft: Draft): string {
  return draft.parameters.includes(name) ? freeName(`${name}_`, draft) : name;
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}
