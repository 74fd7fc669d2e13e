import { namesIn } from '../../grid/expression.ts';
import type { BlockChoice, CaseChange, CaseSpec, EvaluatedCase } from '../case.ts';
import { legalCall, type Situation, withSizes } from './situation.ts';

/** Elements that 32-bit offsets can reach. */
const REACHED = 2 ** 31;
/** A buffer of so many has elements that the last blocks cannot reach with offsets in 32 bits. */
const LARGE = 1.5 * REACHED;
/** Of a buffer of so many, most blocks access such elements. Sizes stop growing there. */
const ENOUGH = 4 * REACHED;
/** The largest value of a size that is tried. */
const MOST = 2n ** 31n - 1n;
/** The most cases for a kernel: each takes a second or two. */
const MOST_CASES = 3;
/** The blocks of a large grid that run. */
const BLOCKS: BlockChoice = { first: 1, last: 2, sample: 16, at: [] };

/** A case beyond 2^31 elements. */
interface LargeCase {
  readonly spec: CaseSpec;
  readonly call: EvaluatedCase;
  readonly changes: readonly CaseChange[];
}

/**
 * Makes cases of which some buffer has more elements than an offset of 32 bits can reach: each by one size that the grid
 * depends on, or, if no grid is large enough for that, by all of them. Of others, one block would take as long as a whole
 * small case, since a loop goes through them.
 */
export function largeCases(situation: Situation): readonly LargeCase[] {
  const inGrid = new Set(
    situation.kernel.grid.flatMap((axis) => namesIn(axis).map(({ name }) => name)),
  );
  const names = situation.sizes.map(({ name }) => name).filter((name) => inGrid.has(name));
  const single = names.flatMap((name) => grown(situation, [name]) ?? []);
  if (single.length > 0 || names.length < 2) return single.slice(0, MOST_CASES);
  const together = grown(situation, names);
  return together === undefined ? [] : [together];
}

/** Doubles sizes in turn until a buffer is large enough, or the kernel takes none of the next ones. */
function grown(situation: Situation, names: readonly string[]): LargeCase | undefined {
  let spec: CaseSpec = { ...situation.base, blocks: BLOCKS };
  let largest: LargeCase | undefined;
  const stuck = new Set<string>();
  while (stuck.size < names.length) {
    for (const name of names) {
      const value = spec.values.get(name);
      if (stuck.has(name)) continue;
      if (typeof value !== 'bigint') {
        stuck.add(name);
        continue;
      }
      const next = withSizes(situation, spec, new Map([[name, 2n * value]]));
      const call = 2n * value > MOST ? undefined : legalCall(situation, next);
      if (call === undefined) {
        stuck.add(name);
        continue;
      }
      spec = next;
      const limits = limitsOf(situation, call);
      if (limits.length === 0) continue;
      largest = { spec, call, changes: [largeChange(spec, names, limits)] };
      if (Math.max(...lengthsOf(call)) >= ENOUGH) return largest;
    }
  }
  return largest;
}

function lengthsOf({ buffers }: EvaluatedCase): readonly number[] {
  return [...buffers.values()].map((buffer) => buffer?.length ?? 0);
}

function largeChange(
  { values }: CaseSpec,
  names: readonly string[],
  limits: CaseChange['limits'],
): CaseChange {
  const sizes = names.map((name) => `${name} = ${String(values.get(name))}`).join(', ');
  return { kind: 'large', text: sizes, limits };
}

/** The buffers that are large, and the condition under which they are not. */
function limitsOf(
  { smoke }: Pick<Situation, 'smoke'>,
  { buffers }: EvaluatedCase,
): NonNullable<CaseChange['limits']> {
  return [...buffers].flatMap(([name, buffer]) => {
    const shape = smoke.buffers.get(name)?.shape;
    if (buffer === null || buffer.length < LARGE || shape === undefined) return [];
    const product = shape.map(({ text }) => (/^\w+$/.test(text) ? text : `(${text})`)).join(' * ');
    return [{ buffer: name, condition: `${product} < ${REACHED}` }];
  });
}
