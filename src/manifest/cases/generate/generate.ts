import { countOf } from '../../values/layout.ts';
import type { Kernel } from '../../terms/kernel.ts';
import type { EvaluatedCase, GeneratedFacts, GenerateSpec, SmokeSpec } from '../case.ts';
import { caseLine } from '../format-case.ts';
import { applied, type CaseDraft, withoutLayouts } from './apply.ts';
import { brokenConditions } from './conditions.ts';
import { largeCases } from './large.ts';
import type { CaseProposal } from './proposal.ts';
import { costOf, FREE, legalCall, type Section, type Situation, situationOf } from './situation.ts';

/** Lists the changes of the generated cases of a kernel, and has the kernels of the package by name. */
export interface Generation extends Pick<Section, 'kernels'> {
  readonly proposal: CaseProposal;
}

/** A case that was not written, evaluated. */
export interface GeneratedCase {
  readonly call: EvaluatedCase;
  readonly facts: Omit<GeneratedFacts, 'contiguous'>;
  /** The same call with contiguous buffers; undefined if it is this call, or would have other inputs. */
  readonly contiguous: EvaluatedCase | undefined;
}

/** All cases together take at most so many times as long as a written case of middle size. */
const MOST_COST = 5;
/** The share of cases that change one thing only. */
const SINGLES = 0.6;

/**
 * Makes cases that are legal and that people hardly write: first a small case of the manifest with one change, so
 * that a failure names its cause, then such with several. The same arguments give the same cases.
 * @param generation the changes to make
 * @returns at most `count` cases, fewer if there are no more or if they would take too long; then those beyond 2^31
 * elements
 */
export function generateCases(
  kernel: Kernel,
  smoke: SmokeSpec,
  { count, seed }: GenerateSpec,
  generation: Generation | undefined,
): readonly GeneratedCase[] {
  if (generation === undefined) return [];
  const { proposal, kernels } = generation;
  const situation = situationOf({ kernel, smoke, kernels });
  if (situation === undefined) return [];
  const found = collector(situation, proposal, seed, count);
  const first = { spec: situation.base, changes: [] };
  found.add(first);
  for (const index of proposal.single) {
    if (found.size >= Math.ceil(count * SINGLES)) break;
    const [draft = first] = draftsWith(situation, proposal, first, index);
    if (draft !== first) found.add(draft);
  }
  for (const indices of proposal.combined) {
    if (found.size >= count) break;
    const draft = indices.reduce<CaseDraft>((before, index) => {
      const legal = draftsWith(situation, proposal, before, index).filter(
        ({ spec }) => legalCall(situation, spec) !== undefined,
      );
      return legal[0] ?? before;
    }, first);
    if (draft.changes.length > 1) found.add(draft);
  }
  const large = largeCases(situation).map(({ spec, call, changes }): GeneratedCase => ({
    call,
    facts: { seed, line: caseLine(spec), changes, breaks: [] },
    contiguous: undefined,
  }));
  return [...found.cases, ...large];
}

/** A case with one more of the proposed changes; none if it changes nothing. */
function draftsWith(
  situation: Situation,
  { changes }: CaseProposal,
  draft: CaseDraft,
  index: number,
): readonly CaseDraft[] {
  const change = changes[index];
  const made = change && applied(situation, draft, change);
  return made === undefined ? [] : [made];
}

/** Returns a collector of legal cases, which leaves out equal ones and those that cost too much. */
function collector(
  situation: Situation,
  { conditions }: CaseProposal,
  seed: bigint,
  count: number,
) {
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
    add({ spec, changes }: CaseDraft): void {
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
        facts: {
          seed,
          line,
          changes,
          breaks: brokenConditions(situation.kernel, conditions, call),
        },
        contiguous: isPlain || isExpanded(call) ? undefined : legalCall(situation, plain),
      });
    },
  };
}

/** Returns whether elements of a buffer are one in memory. Then a contiguous buffer holds other numbers. */
function isExpanded({ buffers }: EvaluatedCase): boolean {
  return [...buffers.values()].some((buffer) => buffer !== null && countOf(buffer) > buffer.length);
}
