import { canonicalJson } from '../../base/text.ts';
import type { Constant } from '../../manifest/terms/constant.ts';
import { parseArgumentType } from '../../manifest/terms/types.ts';
import { bytesOf } from '../../manifest/values/elements.ts';
import { type DraftCall, type EntryDraft, wires } from './drafts.ts';

/** Bytes of the buffers of a case. */
const MOST_BYTES = 2 ** 30;
const MOST_CASES = 6;
const MOST_AXES = 8;

/** The calls of a draft among some. */
export function ownCalls(draft: EntryDraft, calls: readonly DraftCall[]): readonly DraftCall[] {
  return calls.filter((call) => draft.calls.includes(call));
}

/** Says whether an entry can have cases, and some that Triton's interpreter computes in seconds. */
export function hasCases(draft: EntryDraft): readonly [any: boolean, small: boolean] {
  const usable = usableCalls(draft);
  return [usable.length > 0, usable.some(isSmall)];
}

/** The calls that a case can describe. */
export function usableCalls(draft: EntryDraft): readonly DraftCall[] {
  return draft.calls.filter((call) => isUsable(call, draft));
}

/** The calls to describe: of several choices, small ones of each if it has some. */
export function callsOfChoices(draft: EntryDraft): readonly DraftCall[] {
  if (draft.choices.length === 0) return chooseCalls(usableCalls(draft), draft);
  return draft.choices.flatMap((choice) => {
    const usable = usableCalls(choice);
    const small = usable.filter(isSmall);
    return chooseCalls(small.length > 0 ? small : usable, choice);
  });
}

/** Blocks and elements that Triton's interpreter computes in seconds. */
const MOST_BLOCKS = 1024;
const MOST_ELEMENTS = 2 ** 23;

/** True if Triton's interpreter computes a call in seconds. */
export function isSmall({ grid, buffers }: DraftCall): boolean {
  const elements = [...buffers.values()].map(({ shape }) => shape.reduce((a, b) => a * b, 1));
  return (
    grid.reduce((a, b) => a * b, 1) <= MOST_BLOCKS &&
    elements.reduce((a, b) => a + b, 0) <= MOST_ELEMENTS
  );
}

/** Leaves out equal cases. Of several choices, each keeps as many as the one with the fewest. */
export function distinctCases(
  { choices }: EntryDraft,
  cases: readonly ReadonlyMap<string, Constant>[],
  calls: readonly DraftCall[],
): {
  readonly cases: readonly ReadonlyMap<string, Constant>[];
  readonly calls: readonly DraftCall[];
} {
  const groups = choices.length === 0 ? [calls] : choices.map((choice) => ownCalls(choice, calls));
  const distinct = groups.map((group) => {
    const texts = group.map((call) => caseText(cases[calls.indexOf(call)] ?? new Map()));
    return group.filter((_call, index) => texts.indexOf(texts[index] ?? '') === index);
  });
  const fewest = Math.min(...distinct.map(({ length }) => length));
  const kept = distinct.flatMap((group) => group.slice(0, fewest));
  return { cases: kept.map((call) => cases[calls.indexOf(call)] ?? new Map()), calls: kept };
}

function caseText(values: ReadonlyMap<string, Constant>): string {
  return canonicalJson(wires(values));
}

function isUsable(call: DraftCall, draft: EntryDraft): boolean {
  if (call.grid.some((size) => size < 1)) return false;
  const sizes = [...call.buffers].map(([name, { shape }]) => {
    const type = parseArgumentType(draft.types.get(name) ?? '');
    if (type === undefined || type.kind === 'scalar') return Number.POSITIVE_INFINITY;
    if (shape.length > MOST_AXES || shape.includes(0)) return Number.POSITIVE_INFINITY;
    return shape.reduce((a, b) => a * b, bytesOf(type.element));
  });
  return sizes.reduce((a, b) => a + b, 0) <= MOST_BYTES;
}

/** A small call for each set of hints, then those that took the most time. */
function chooseCalls(usable: readonly DraftCall[], draft: EntryDraft): readonly DraftCall[] {
  const bySize = usable.toSorted((a, b) => workOf(a) - workOf(b));
  const chosen = new Set<DraftCall>();
  for (const kernel of draft.members) {
    const smallest = bySize.find((call) => call.kernel === kernel);
    if (smallest !== undefined && chosen.size < MOST_CASES) chosen.add(smallest);
  }
  const byTime = usable.toSorted((a, b) => timeOf(b) - timeOf(a));
  for (const call of [...bySize.slice(0, 1), ...byTime])
    if (chosen.size < MOST_CASES) chosen.add(call);
  return usable.filter((call) => chosen.has(call)).toSorted((a, b) => workOf(a) - workOf(b));
}

function workOf({ buffers }: DraftCall): number {
  return [...buffers.values()].reduce(
    (sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1),
    0,
  );
}

function timeOf({ count, gpuMs }: DraftCall): number {
  return count * (gpuMs ?? 0.01);
}
