import { namesIn } from '../../grid/expression.ts';
import type {
  BlockChoice,
  BufferSpec,
  CaseChange,
  CaseSpec,
  EvaluatedCase,
  SizeLimit,
} from '../case.ts';
import { kernelScope, scalarTypes } from '../scope.ts';
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
 * depends on, and by all of them if one of them is not enough, such as a batch on an axis of 65535 blocks. Of other sizes, one
 * block would take as long as a whole small case, since a loop goes through them.
 */
export function largeCases(situation: Situation): readonly LargeCase[] {
  // A later launch would read what the blocks that do not run have not written.
  if (situation.smoke.later.length > 0) return [];
  const inGrid = new Set(
    situation.kernel.grid.flatMap((axis) => namesIn(axis).map(({ name }) => name)),
  );
  const names = situation.sizes.map(({ name }) => name).filter((name) => inGrid.has(name));
  const single = names.flatMap((name) => grown(situation, [name]) ?? []);
  if (single.length === names.length) return single.slice(0, MOST_CASES);
  const together = names.length > 1 ? grown(situation, names) : undefined;
  return [...single.slice(0, MOST_CASES - 1), ...(together === undefined ? [] : [together])];
}

/** Returns the case in which these sizes are as large as they have to be, or as the kernel takes them. */
function grown(situation: Situation, names: readonly string[]): LargeCase | undefined {
  const found = doubled(situation, names);
  if (found === undefined) return undefined;
  const { spec, call } = found;
  return { spec, call, changes: [largeChange(situation, spec, names, largeBuffers(call))] };
}

/**
 * Doubles sizes in turn until a buffer is large enough, or the kernel takes none of the next ones. Returns the last call that
 * has a large buffer.
 */
function doubled(
  situation: Situation,
  names: readonly string[],
): Omit<LargeCase, 'changes'> | undefined {
  let spec: CaseSpec = { ...situation.base, blocks: BLOCKS };
  let largest: Omit<LargeCase, 'changes'> | undefined;
  const growing = new Set(names);
  while (growing.size > 0) {
    for (const name of growing) {
      const value = spec.values.get(name);
      const next =
        typeof value === 'bigint' && 2n * value <= MOST
          ? withSizes(situation, spec, new Map([[name, 2n * value]]))
          : undefined;
      const call = next && legalCall(situation, next);
      if (next === undefined || call === undefined) {
        growing.delete(name);
        continue;
      }
      spec = next;
      if (largeBuffers(call).length > 0) largest = { spec, call };
      if (Math.max(...lengthsOf(call)) >= ENOUGH) return largest;
    }
  }
  return largest;
}

function lengthsOf({ buffers }: EvaluatedCase): readonly number[] {
  return [...buffers.values()].map((buffer) => buffer?.length ?? 0);
}

function largeChange(
  situation: Situation,
  spec: CaseSpec,
  names: readonly string[],
  large: readonly string[],
): CaseChange {
  const sizes = names.map((name) => `${name} = ${String(spec.values.get(name))}`).join(', ');
  const limits = large.map((buffer): SizeLimit => {
    const { shape, strides } = situation.smoke.buffers.get(buffer) ?? { shape: [], strides: [] };
    return {
      buffer,
      condition: conditionOn(situation, { shape, strides }),
      from: names.length > 1 ? undefined : smallest(situation, spec, names, buffer),
    };
  });
  return { kind: 'large', text: sizes, limits };
}

/** The buffers that are large. */
function largeBuffers({ buffers }: EvaluatedCase): readonly string[] {
  return [...buffers].flatMap(([name, buffer]) =>
    buffer === null || buffer.length < LARGE ? [] : [name],
  );
}

/**
 * The condition under which a buffer is not large, in what the kernel gets: the product of its shape, or of its first axis
 * with its stride. Undefined if the kernel gets neither.
 */
function conditionOn(
  { kernel }: Situation,
  { shape, strides }: Pick<BufferSpec, 'shape' | 'strides'>,
): string | undefined {
  const known = new Set([...scalarTypes(kernel).keys(), ...kernelScope(kernel).values.keys()]);
  const [size] = shape;
  const [stride] = strides ?? [];
  const products = [shape, ...(size && stride ? [[size, stride]] : [])];
  const product = products.find((factors) =>
    factors.every(({ tree }) => namesIn(tree).every(({ name }) => known.has(name))),
  );
  const text = product?.map((each) => (/^\w+$/.test(each.text) ? each.text : `(${each.text})`));
  return text && `${text.join(' * ')} < ${REACHED}`;
}

/**
 * The smallest size with which a buffer has more elements than 32 bits reach, such as `M = 33554433`: a multiple of the size
 * in the small case if the kernel does not take all. Undefined if it does not take these either.
 */
function smallest(
  situation: Situation,
  spec: CaseSpec,
  [name = '']: readonly string[],
  buffer: string,
): string | undefined {
  const base = situation.base.values.get(name);
  const large = spec.values.get(name);
  if (typeof base !== 'bigint' || typeof large !== 'bigint') return undefined;
  for (const step of new Set([1n, base])) {
    let [below, above] = [base / step, large / step];
    while (above - below > 1n) {
      const middle = (below + above) / 2n;
      const sizes = new Map([[name, step * middle]]);
      const call = legalCall(situation, withSizes(situation, spec, sizes));
      if (call === undefined) break;
      if ((call.buffers.get(buffer)?.length ?? 0) > REACHED) above = middle;
      else below = middle;
    }
    if (above - below <= 1n) return `${name} = ${step * above}`;
  }
  return undefined;
}
