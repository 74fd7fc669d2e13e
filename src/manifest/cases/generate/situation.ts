import { bytesOf } from '../../values/elements.ts';
import { countOf } from '../../values/layout.ts';
import { childrenOf, type GridExpression, namesIn } from '../../grid/expression.ts';
import { Problems } from '../../problems.ts';
import { withElements } from '../../terms/constant.ts';
import { integerOf, type Kernel, type KernelDefinition } from '../../terms/kernel.ts';
import { refusalOf } from '../call.ts';
import type { BufferSpec, CaseSpec, ChosenValues, EvaluatedCase, SmokeSpec } from '../case.ts';
import { chosenIndices, evaluateList, wholeCase } from '../evaluate.ts';
import { launches } from '../launches.ts';
import { scalarTypes } from '../scope.ts';
import { reachedSpecialisations } from '../specialisations.ts';
import { numbersFor, stridedBuffers, type StridedBuffer } from './strides.ts';

/** The cost of a call that takes no longer than to start it. */
export const FREE = 2 ** 16;

/** A size that cases set. */
export interface Size {
  readonly name: string;
  /** The constants of the kernel that probably divide it, the likeliest first. */
  readonly blocks: readonly bigint[];
}

/** A kernel with its section. */
export interface Section {
  readonly kernel: Kernel;
  readonly smoke: SmokeSpec;
  /** The kernels of the package, by name: cases can launch them too. */
  readonly kernels: ReadonlyMap<string, KernelDefinition>;
}

/** Describes a kernel by its section, and by the small case that is changed. */
export interface Situation extends Section {
  readonly base: CaseSpec;
  readonly sizes: readonly Size[];
  readonly strided: readonly StridedBuffer[];
}

/** Returns what cases of a kernel are made from; undefined if there is no small case to change. */
export function situationOf(section: Section): Situation | undefined {
  const strided = stridedBuffers(section);
  const base = baseCase({ ...section, strided });
  return base && { ...section, base, sizes: sizesOf({ ...section, strided }, base), strided };
}

/** Returns a call if its kernels take it and it reaches a specialisation that is tested; undefined if not. */
export function legalCall(
  { kernel, smoke, kernels }: Section,
  spec: CaseSpec,
): EvaluatedCase | undefined {
  // A generated case that is no call of the kernel is not the manifest's fault.
  const problems = new Problems();
  const list = { chosen: [spec], section: 'smoke', algos: smoke.algos, isTimed: false };
  const call = evaluateList(kernel, smoke, list, problems)?.[0];
  if (call === undefined || !launches(call)) return undefined;
  // Few kernels are meant for a tensor without elements. Those that are have a written case.
  if ([...call.buffers.values()].some((buffer) => buffer?.shape.includes(0))) return undefined;
  const isRefused = call.later.some(({ kernel: name, scalars }) => {
    const later = kernels.get(name);
    const own = { ...call, scalars: new Map([...call.scalars, ...scalars]) };
    return later !== undefined && refusalOf(later, 0, own) !== undefined;
  });
  if (isRefused) return undefined;
  const algos = chosenIndices('algo', smoke.algos, kernel.configs.length, problems);
  const wanted = smoke.specialisations;
  const isReached = reachedSpecialisations(kernel, algos, call).some(
    ({ specialisation }) => wanted?.includes(BigInt(specialisation)) ?? true,
  );
  return isReached ? call : undefined;
}

/** The shape of a buffer for the values of a case; undefined if they are no call. */
export function shapeOf(
  section: Omit<Section, 'kernels'>,
  { shape }: Pick<BufferSpec, 'shape'>,
  values: ChosenValues,
): readonly bigint[] | undefined {
  return numbersFor(section, shape, values);
}

/** Contiguous strides of a shape. */
export function contiguous(shape: readonly bigint[]): readonly bigint[] {
  return shape.map((_size, axis) =>
    shape.slice(axis + 1).reduce((product, size) => product * size, 1n),
  );
}

/** The sizes of a case, with the constants that probably divide them. */
function sizesOf(
  { kernel, strided }: Pick<Situation, 'kernel' | 'strided'>,
  base: CaseSpec,
): readonly Size[] {
  const strides = new Set(strided.flatMap((buffer) => buffer.strides));
  const all = distinct(
    kernel.configs.flatMap(({ constants }) =>
      [...withElements(constants)].flatMap(([name, constant]) => {
        const value = integerOf(constant) ?? 0n;
        return isBlock(value) ? [[name, value] as const] : [];
      }),
    ),
  );
  return [...base.values].flatMap(([name, value]) => {
    if (typeof value !== 'bigint' || value <= 0n || strides.has(name)) return [];
    const beside = kernel.grid.filter((axis) => namesIn(axis).some((use) => use.name === name));
    const constants = new Set(beside.flatMap((axis) => namesIn(axis).map((use) => use.name)));
    const own = all.flatMap(([constant, block]) => (constants.has(constant) ? [block] : []));
    // `cdiv(M, 16)` has the block as a number.
    const numbers = beside.flatMap(integersIn).filter(isBlock);
    const blocks = beside.length > 0 ? [...own, ...numbers] : all.map(([, block]) => block);
    return [{ name, blocks: [...new Set(blocks)] }];
  });
}

function integersIn(tree: GridExpression): readonly bigint[] {
  return tree.kind === 'integer' ? [tree.value] : childrenOf(tree).flatMap(integersIn);
}

/** Returns whether a constant can be the number of elements that a thread block handles. */
function isBlock(value: bigint): boolean {
  return value >= 8n && value <= 65_536n && (value & (value - 1n)) === 0n;
}

function distinct<T extends readonly [string, bigint]>(pairs: readonly T[]): readonly T[] {
  return [...new Map(pairs.map((pair) => [`${pair[0]} ${pair[1]}`, pair])).values()];
}

/**
 * Changes sizes of a case. Strides that the case gives as numbers follow: they stay contiguous, or as much larger as
 * they were.
 */
export function withSizes(
  situation: Section & Pick<Situation, 'strided'>,
  { values, ...rest }: CaseSpec,
  sizes: ChosenValues,
): CaseSpec {
  const changed = new Map([...values, ...sizes]);
  for (const { spec, strides } of situation.strided) {
    const [before, after] = [values, changed].map((own) => shapeOf(situation, spec, own));
    if (before === undefined || after === undefined) continue;
    for (const [axis, name] of strides.entries()) {
      const old = name === undefined ? undefined : values.get(name);
      if (name === undefined || typeof old !== 'bigint') continue;
      const excess = old - (contiguous(before)[axis] ?? 0n);
      changed.set(name, (contiguous(after)[axis] ?? 0n) + (excess > 0n ? excess : 0n));
    }
  }
  return { ...rest, values: changed };
}

/**
 * Returns a small case to change: a written one with few sizes of 1, made smaller where it stays a call of the
 * kernel. Without written cases, sizes are guessed. Undefined if there is no such call.
 */
function baseCase(situation: Section & Pick<Situation, 'strided'>): CaseSpec | undefined {
  const { smoke } = situation;
  const written = smoke.cases.flatMap((spec) => {
    const call = spec.blocks === undefined ? legalCall(situation, spec) : undefined;
    return call === undefined ? [] : [{ spec, ones: onesIn(spec), cost: costOf(call) }];
  });
  const [first] = written.toSorted((a, b) => a.ones - b.ones || a.cost - b.cost);
  let base = first?.spec ?? guessedCase(situation);
  if (base === undefined || legalCall(situation, base) === undefined) return undefined;
  for (const { name, blocks } of sizesOf(situation, base)) {
    const value = base.values.get(name);
    if (typeof value !== 'bigint') continue;
    const least = blocks[0] ?? 4n;
    for (let smaller = 2n; smaller < value; smaller *= 2n) {
      if (smaller < least) continue;
      const spec = withSizes(situation, base, new Map([[name, smaller]]));
      if (legalCall(situation, spec) === undefined) continue;
      base = spec;
      break;
    }
  }
  return base;
}

function onesIn({ values }: CaseSpec): number {
  return [...values.values()].filter((value) => value === 1n).length;
}

/** A case for a section without any: sizes of a block, and numbers of 1. */
function guessedCase({
  kernel,
  smoke,
  strided,
}: Omit<Situation, 'base' | 'sizes' | 'kernels'>): CaseSpec | undefined {
  const constants = new Set(
    kernel.configs.flatMap(({ constants: own }) => [...withElements(own).keys()]),
  );
  const inShapes = [...smoke.buffers.values()].flatMap((spec) =>
    (spec?.shape ?? []).flatMap(({ tree }) => namesIn(tree).map(({ name }) => name)),
  );
  const names = [...scalarTypes(kernel).keys(), ...inShapes].filter(
    (name) => !smoke.arguments.has(name) && !constants.has(name),
  );
  const draft = wholeCase(new Map([...new Set(names)].map((name) => [name, 64n] as const)));
  const sizes = sizesOf({ kernel, strided }, draft).flatMap(({ name, blocks }) =>
    inShapes.includes(name) ? [[name, blocks[0] ?? 4n] as const] : [],
  );
  const others = [...draft.values].map(
    ([name]) => [name, inShapes.includes(name) ? 4n : 1n] as const,
  );
  const values = new Map([...others, ...sizes]);
  for (const { spec, strides } of strided) {
    const shape = shapeOf({ kernel, smoke }, spec, values);
    for (const [axis, name] of strides.entries())
      if (shape !== undefined && name !== undefined && !smoke.arguments.has(name))
        values.set(name, contiguous(shape)[axis] ?? 1n);
  }
  return wholeCase(values);
}

/** Estimates the cost of a call: its blocks, each with the elements that it can read. */
export function costOf({ buffers, grids }: EvaluatedCase): number {
  const [grid = [1n]] = grids;
  const blocks = grid.reduce((product, size) => product * size, 1n);
  const elements = [...buffers.values()].reduce(
    (sum, buffer) => sum + (buffer === null ? 0 : (countOf(buffer) * bytesOf(buffer.element)) / 4),
    0,
  );
  return Number(blocks) * Math.max(1, elements);
}
