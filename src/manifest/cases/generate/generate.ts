import { sha256 } from '../../../base/text.ts';
import { bytesOf } from '../../values/elements.ts';
import { countOf } from '../../values/layout.ts';
import { randomSequence } from '../../values/random.ts';
import type { Kernel } from '../../terms/kernel.ts';
import type {
  CaseChange,
  CaseSpec,
  EvaluatedCase,
  GeneratedFacts,
  GenerateSpec,
  SmokeSpec,
} from '../case.ts';
import { caseLine } from '../format-case.ts';
import { brokenConditions } from './conditions.ts';
import { DATA } from './data.ts';
import { DIFFERENT_STRIDES, OFFSETS, STRIDES, withoutLayouts } from './layouts.ts';
import { largeCases } from './large.ts';
import type { Rule, Step } from './rule.ts';
import { BOUNDARIES, HINTED_SIZES, SIZES } from './sizes.ts';
import { baseCase, legalCall, type Situation, sizesOf, stridedBuffers } from './situation.ts';

/** The rules, in the order in which they take turns. Those that find most come first. */
export const RULES: readonly Rule[] = [
  SIZES,
  STRIDES,
  DATA,
  BOUNDARIES,
  DIFFERENT_STRIDES,
  OFFSETS,
  HINTED_SIZES,
];

/** A case that was not written, evaluated. */
export interface GeneratedCase {
  readonly call: EvaluatedCase;
  readonly facts: Omit<GeneratedFacts, 'contiguous'>;
  /** The same call with contiguous buffers; undefined if it is this call, or would have other inputs. */
  readonly contiguous: EvaluatedCase | undefined;
}

/** All cases together take at most so many times as long as a written case of middle size. */
const MOST_COST = 5;
/** The cost of a call that takes no longer than to start it. */
const FREE = 2 ** 16;
/** The share of cases that change one thing only. */
const SINGLES = 0.6;

/**
 * Makes cases that are legal and that people hardly write: first a small case of the manifest with one change, so
 * that a failure names its cause, then such with several. The same arguments give the same cases.
 * @param source the Python code of the kernel
 * @returns at most `count` cases, fewer if there are no more or if they would take too long; then those beyond 2^31
 * elements
 */
export function generateCases(
  kernel: Kernel,
  smoke: SmokeSpec,
  { count, seed }: GenerateSpec,
  source: string,
): readonly GeneratedCase[] {
  const strided = stridedBuffers({ kernel, smoke });
  const base = baseCase({ kernel, smoke, strided }, costOf);
  if (base === undefined) return [];
  const sizes = sizesOf({ kernel, strided }, base);
  const situation: Situation = { kernel, smoke, source, base, sizes, strided };
  const found = collector(situation, seed, count);
  found.add({ spec: base, changes: [] });
  const random = drawing(`${seed}\n${kernel.name}`);
  const single = { spec: base, changes: [] };
  // Without expected outputs, nothing says which of them are numbers.
  const isCompared = smoke.expected.kind !== 'none';
  const rules = RULES.filter((rule) => isCompared || rule !== DATA);
  const queues = rules.map((rule) => inTurns(rotated(rule.stepsOf(situation), random)));
  for (const step of inTurns(queues)) {
    if (found.size >= Math.ceil(count * SINGLES)) break;
    const draft = changed(single, step);
    if (draft !== undefined) found.add(draft);
  }
  for (let attempt = 0; attempt < 20 * count && found.size < count; attempt += 1) {
    const draft = combination(situation, random, isCompared);
    if (draft.changes.length > 1) found.add(draft);
  }
  const large = largeCases(situation).map(({ spec, call, changes }): GeneratedCase => ({
    call,
    facts: { seed, line: caseLine(spec), changes, breaks: [] },
    contiguous: undefined,
  }));
  return [...found.cases, ...large];
}

/** A case, and how it was made. */
interface Draft {
  readonly spec: CaseSpec;
  readonly changes: readonly CaseChange[];
}

function changed({ spec, changes }: Draft, step: Step): Draft | undefined {
  const made = step.apply(spec);
  return made && { spec: made.spec, changes: [...changes, made.change] };
}

/** Returns a collector of legal cases, which leaves out equal ones and those that cost too much. */
function collector(situation: Situation, seed: bigint, count: number) {
  const { smoke, base } = situation;
  const written = smoke.cases.flatMap((spec) => {
    const call = spec.blocks === undefined ? legalCall(situation, spec) : undefined;
    return call === undefined ? [] : [costOf(call)];
  });
  const middle = written.toSorted((a, b) => a - b)[written.length >> 1] ?? FREE;
  const most = MOST_COST * Math.max(middle, (count * FREE) / MOST_COST);
  const lines = new Set(smoke.cases.map(caseLine));
  const cases: GeneratedCase[] = [];
  let cost = 0;
  return {
    cases,
    get size() {
      return cases.length;
    },
    add({ spec, changes }: Draft): void {
      const line = caseLine(spec);
      if (lines.has(line)) return;
      lines.add(line);
      const call = legalCall(situation, spec);
      if (call === undefined || cost + costOf(call) > most) return;
      const plain = withoutLayouts(situation, spec, base);
      const isPlain = changes.every(({ kind }) => kind !== 'layout');
      cost += costOf(call);
      cases.push({
        call,
        facts: { seed, line, changes, breaks: brokenConditions(situation, spec) },
        contiguous: isPlain || isExpanded(call) ? undefined : legalCall(situation, plain),
      });
    },
  };
}

/** Returns whether elements of a buffer are one in memory. Then a contiguous buffer holds other numbers. */
function isExpanded({ buffers }: EvaluatedCase): boolean {
  return [...buffers.values()].some((buffer) => buffer !== null && countOf(buffer) > buffer.length);
}

/** What a call takes, roughly: its blocks, each with what it can read. */
function costOf({ buffers, grids }: EvaluatedCase): number {
  const [grid = [1n]] = grids;
  const blocks = grid.reduce((product, size) => product * size, 1n);
  const elements = [...buffers.values()].reduce(
    (sum, buffer) => sum + (buffer === null ? 0 : (countOf(buffer) * bytesOf(buffer.element)) / 4),
    0,
  );
  return Number(blocks) * Math.max(1, elements);
}

/** A case with several changes: all sizes, most layouts, and now and then data and offsets. */
function combination(situation: Situation, random: Draw, isCompared: boolean): Draft {
  let draft: Draft = { spec: situation.base, changes: [] };
  const apply = (rule: Rule, share: number, most = Infinity): void => {
    const before = draft.changes.length;
    for (const steps of rotated(rule.stepsOf(situation), random)) {
      if (draft.changes.length - before >= most) return;
      const step = random(1000) < share * 1000 ? steps[random(steps.length)] : undefined;
      const next = step && changed(draft, step);
      if (next !== undefined && legalCall(situation, next.spec) !== undefined) draft = next;
    }
  };
  apply(SIZES, 0.8);
  apply(STRIDES, 0.6);
  // Extreme values in several inputs overflow together.
  apply(DATA, isCompared ? 0.2 : 0, 1);
  apply(OFFSETS, 0.15);
  return draft;
}

/** Returns a random integer from 0 to `choices` - 1. */
type Draw = (choices: number) => number;

function drawing(seed: string): Draw {
  const random = randomSequence(sha256(seed).slice(0, 32));
  const word = new Uint32Array(1);
  return (choices) => {
    random(word);
    return Math.floor((word[0] ?? 0) * 2 ** -32 * choices);
  };
}

/** Begins a list elsewhere. */
function rotated<T>(list: readonly T[], random: Draw): readonly T[] {
  const start = random(Math.max(1, list.length));
  return [...list.slice(start), ...list.slice(0, start)];
}

/** Takes the first of each list, then the second of each, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => (index < list.length ? [list[index] as T] : [])),
  ).flat();
}
