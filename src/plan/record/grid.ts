import type { Constant } from '../../manifest/terms/constant.ts';
import { isInteger, parseArgumentType } from '../../manifest/terms/types.ts';
import type { EntryDraft, DraftCall } from './drafts.ts';
import type { RecordedConstant } from './recording.ts';
import { findExpression, type SearchNames, type Term } from './search.ts';

/** The grid of an entry, and the parameters that only the grid uses. */
export interface FoundGrid {
  readonly axes: readonly string[];
  readonly parameters: readonly Term[];
  /** Remarks for people about the expressions. */
  readonly notes: readonly string[];
}

const AXES = ['x', 'y', 'z'] as const;

/**
 * Finds the grid in the arguments and constants, or else in the sizes of the buffers, which then
 * are grid parameters. Launches that measured other configs, and calls of other entries of the same
 * function, are evidence too.
 */
export function findGrid(draft: EntryDraft, all: readonly EntryDraft[]): FoundGrid {
  const own = [...draft.calls, ...draft.trials];
  const others = all.filter((each) => each !== draft && isSameFunction(each, draft));
  const evidence = [...own, ...others.flatMap(({ calls, trials }) => [...calls, ...trials])];
  const parameters = new Map<string, Term>();
  const notes = new Set<string>();
  const axes = AXES.map((axis, index) => {
    const targets = own.map(({ grid }) => BigInt(grid[index] ?? 1));
    const found = findAxis(draft, evidence, index) ?? findAxis(draft, own, index);
    if (found === undefined) {
      const name = freeName(`grid_${axis}`, draft);
      parameters.set(name, { text: name, values: targets.slice(0, draft.calls.length), cost: 3 });
      notes.add(`No expression fits the ${axis} axis of the grid in every call: callers pass it.`);
      return name;
    }
    for (const size of sizeTerms(draft, draft.calls)) {
      if (!wordsIn(found.text).includes(size.text)) continue;
      parameters.set(size.text, size);
      notes.add('The grid depends on a size that the kernel does not get: callers pass it.');
    }
    // Two buffers of the same size are no question.
    if (found.rival !== undefined && parameters.size === 0)
      notes.add(`\`${found.rival}\` would also fit the ${axis} axis in every call.`);
    return found.text;
  });
  const isPlain = axes.every((axis) => /^\w+$/.test(axis));
  if (!isPlain && new Set(evidence.map(({ grid }) => grid.join())).size === 1)
    notes.add('Every recorded call had the same grid: check that the expressions are meant.');
  while (axes.length > 1 && axes.at(-1) === '1') axes.pop();
  return { axes, parameters: [...parameters.values()], notes: [...notes] };
}

function isSameFunction(a: EntryDraft, b: EntryDraft): boolean {
  return a.file === b.file && a.function === b.function;
}

/** Finds one axis; undefined if only a size fits that is not a likely one. */
function findAxis(draft: EntryDraft, calls: readonly DraftCall[], index: number): Term | undefined {
  const targets = calls.map(({ grid }) => BigInt(grid[index] ?? 1));
  const names = { ...gridNames(draft, calls), hasQuotients: true };
  const found = findExpression(targets, names);
  if (found !== undefined && !/^\d+$/.test(found.text)) return found;
  if (found?.text === '1') return found;
  const values = [...names.values, ...sizeTerms(draft, calls)];
  const bySize = findExpression(targets, { ...names, values });
  return bySize !== undefined && bySize.cost < MOST_LIKELY ? bySize : found;
}

/** The cost from which an expression with sizes is less likely than a number. */
const MOST_LIKELY = 7;

/** The integer arguments and constants, with their values in every call. */
export function gridNames(
  draft: EntryDraft,
  calls: readonly DraftCall[],
): Pick<SearchNames, 'values' | 'constants'> {
  const values = [...draft.types].flatMap(([name, text]) => {
    const type = parseArgumentType(text);
    if (type === undefined || !isInteger(type)) return [];
    return termOf(name, calls, ({ scalars }) => scalars.get(name), nameCost(name));
  });
  const fixed = [...draft.constants.keys()].flatMap((name) =>
    termOf(name, calls, ({ kernel }) => knownConstant(kernel.constants.get(name)), 3),
  );
  const tuned = [...(draft.configs[0]?.constants.keys() ?? [])].flatMap((name) =>
    termOf(name, calls, ({ config }) => config.get(name), 3),
  );
  return { values, constants: [...fixed, ...tuned] };
}

function knownConstant(constant: RecordedConstant | undefined): Constant | undefined {
  return constant?.kind === 'other' ? undefined : constant;
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
function sizeTerms(draft: EntryDraft, calls: readonly DraftCall[]): readonly Term[] {
  const axes = (draft.calls[0] as DraftCall).buffers;
  return [...axes].flatMap(([name, { shape }]) =>
    shape.flatMap((_size, axis) => {
      const values = calls.flatMap(({ buffers }) => buffers.get(name)?.shape[axis] ?? []);
      if (values.length < calls.length) return [];
      return [{ text: sizeName(name, axis, draft), values: values.map(BigInt), cost: 5 }];
    }),
  );
}

/** A name for the size of an axis: `x_size_0` for `x_ptr`. */
export function sizeName(buffer: string, axis: number, draft: EntryDraft): string {
  const plain = buffer.replace(/_?ptr$/i, '').replaceAll(/^_+|_+$/g, '');
  return freeName(`${plain === '' ? buffer : plain}_size_${axis}`, draft);
}

function freeName(name: string, draft: EntryDraft): string {
  return draft.parameters.includes(name) ? freeName(`${name}_`, draft) : name;
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}
