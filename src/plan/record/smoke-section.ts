import { type Constant, formatConstant } from '../../manifest/terms/constant.ts';
import type { BufferRole } from '../../manifest/terms/smoke-case.ts';
import { type ArgumentType, parseArgumentType } from '../../manifest/terms/types.ts';
import { isFloat } from '../../manifest/values/elements.ts';
import type { KernelAccess } from './access.ts';
import type { EntryDraft, DraftCall } from './drafts.ts';
import type { RecordedBuffer } from './recording.ts';
import type { Choices } from './placeholders.ts';
import { callsOfChoices, distinctCases, usableCalls } from './smoke-calls.ts';
import { type FoundGrid, gridNames, isStride, nameCost, sizeName } from './grid.ts';
import { indexFill, type IndexFill } from './integers.ts';
import { findExpression, type SearchNames, type Term } from './search.ts';

/** The `smoke:` section of an entry, without its expected outputs. */
export interface SmokeDraft {
  readonly cases: readonly ReadonlyMap<string, Constant>[];
  /** The calls that the cases describe. */
  readonly calls: readonly DraftCall[];
  readonly arguments: ReadonlyMap<string, Constant | string>;
  readonly buffers: ReadonlyMap<string, BufferDraft>;
}

export interface BufferDraft {
  readonly shape: readonly string[];
  /** undefined: contiguous in every call. */
  readonly strides: readonly string[] | undefined;
  readonly role: BufferRole;
  readonly fill: FillDraft | undefined;
}

type FillDraft = 'zeros' | 'ones' | { readonly constant: number } | UniformDraft | IndexFill;

/**
 * Describes calls of the kernel. Sizes are expressions of arguments if these hold in every recorded
 * call; otherwise each case sets them.
 */
export function draftSmoke(
  draft: EntryDraft,
  grid: FoundGrid,
  access: KernelAccess | undefined,
  only: readonly DraftCall[] | undefined,
  choices: Choices,
): SmokeDraft | undefined {
  const usable = usableCalls(draft);
  const calls = only === undefined ? callsOfChoices(draft) : usable.filter((c) => only.includes(c));
  if (calls.length < (only?.length ?? 1)) return undefined;
  const sheet = new Sheet(draft, grid, calls);
  const pointers = [...draft.types].flatMap(([name, text]) => {
    const type = parseArgumentType(text);
    return type === undefined || type.kind === 'scalar' ? [] : [{ name, type }];
  });
  const layouts = new Map(
    pointers.map(({ name }) => [
      name,
      only === undefined ? sheet.layoutOf(name) : exactLayout(name, draft, calls, choices),
    ]),
  );
  const buffers = new Map<string, BufferDraft>();
  // Indices can be limited by the size of any buffer.
  for (const { name, type } of pointers) {
    const role = roleOf(name, draft, access);
    const { shape = [], strides } = layouts.get(name) ?? {};
    const indices = role === 'out' || only !== undefined ? undefined : sheet.indicesOf(name);
    buffers.set(name, { shape, strides, role, fill: indices ?? fillOf(name, type, role, draft) });
  }
  return { ...distinctCases(draft, sheet.cases(), calls), arguments: sheet.arguments, buffers };
}

/** The layout of one call in numbers, to which the files of the call fit. Of choices, each has its own. */
function exactLayout(
  name: string,
  draft: EntryDraft,
  calls: readonly DraftCall[],
  choices: Choices,
): Pick<BufferDraft, 'shape' | 'strides'> {
  const one = { shape: [1], strides: [1] };
  // A tensor without axes is one element.
  const layouts = calls.map(({ buffers }) => {
    const layout = buffers.get(name) ?? one;
    return layout.shape.length === 0 ? one : layout;
  });
  const texts = (kind: 'shape' | 'strides'): string[] =>
    (layouts[0]?.[kind] ?? []).map((_size, axis) =>
      choices.value(
        sizeName(name, axis, draft).replace('_size_', kind === 'shape' ? '_size_' : '_stride_'),
        layouts.map((layout) => String(layout[kind][axis] ?? 1)),
      ),
    );
  const isPlain = layouts.every(({ shape, strides }) => isContiguous(shape, strides));
  return { shape: texts('shape'), strides: isPlain ? undefined : texts('strides') };
}

/** The values that the cases set, and those that follow from them. */
class Sheet {
  readonly arguments = new Map<string, Constant | string>();
  readonly #draft: EntryDraft;
  readonly #calls: readonly DraftCall[];
  readonly #names: SearchNames;
  /** Sizes that each case sets, with their values in every call of the draft. */
  readonly #sizes = new Map<string, readonly bigint[]>();
  readonly #inCases = new Set<string>();

  constructor(draft: EntryDraft, grid: FoundGrid, calls: readonly DraftCall[]) {
    this.#draft = draft;
    this.#calls = calls;
    const { values, constants } = gridNames(draft, draft.calls);
    const isShared = ({ text: name }: Term): boolean => draft.constants.has(name);
    const parameters = grid.parameters.map((each) => ({ ...each, cost: 1.8 }));
    this.#names = {
      values: [...parameters, ...values],
      constants: constants.filter(isShared),
      hasQuotients: true,
    };
    for (const { text: name, values: sizes } of grid.parameters) this.#sizes.set(name, sizes);
    this.#placeScalars();
  }

  /** Decides for each scalar whether the cases set it, or one value or expression does for all. */
  #placeScalars(): void {
    const values = this.#names.values.filter(({ text: name }) => !this.#draft.types.has(name));
    const scalars = [...this.#draft.types].filter(
      ([, text]) => parseArgumentType(text)?.kind === 'scalar',
    );
    // Strides follow from sizes, also from those of later parameters.
    for (const [name, text] of scalars.filter(([each]) => !isStride(each))) {
      const given = this.#calls.map(({ scalars: own }) => own.get(name));
      const texts = new Set(given.map((each) => (each === undefined ? '' : formatConstant(each))));
      const isSize = /^[iu]/.test(text) && this.#calls.length === 1;
      if (given[0] !== undefined && texts.size === 1 && !isSize) this.arguments.set(name, given[0]);
      else this.#inCases.add(name);
      values.push(...this.#names.values.filter((term) => term.text === name));
    }
    for (const [name] of scalars.filter(([each]) => isStride(each))) {
      const own = this.#names.values.find((term) => term.text === name);
      const names = { values, constants: this.#names.constants, hasQuotients: false };
      const found = own && findExpression(own.values, names);
      if (found === undefined) this.#inCases.add(name);
      else this.arguments.set(name, found.text);
      if (own !== undefined) values.push(own);
    }
  }

  layoutOf(name: string): Pick<BufferDraft, 'shape' | 'strides'> {
    const layouts = this.#draft.calls.flatMap(({ buffers }) => buffers.get(name) ?? []);
    const first = layouts[0] ?? { shape: [], strides: [] };
    const axes = first.shape.map((_size, axis) => axis);
    const isSameRank = layouts.every(({ shape }) => shape.length === axes.length);
    const isPlain = layouts.every(({ shape, strides }) => isContiguous(shape, strides));
    const found = axes.map((axis) => this.#find(sizesOf(layouts, axis), nameCost));
    // A kernel that gets the number of elements only treats the buffer as a vector.
    if (isPlain && (!isSameRank || axes.length === 0 || found.includes(undefined))) {
      const counts = layouts.map(({ shape }) => BigInt(shape.reduce((a, b) => a * b, 1)));
      const count = this.#find(counts, nameCost);
      if (count !== undefined) return { shape: [count.text], strides: undefined };
      if (!isSameRank)
        return {
          shape: [this.#inCase(counts, sizeName(name, 0, this.#draft))],
          strides: undefined,
        };
    }
    const shape = axes.map(
      (axis) =>
        found[axis]?.text ??
        this.#inCase(sizesOf(layouts, axis), sizeName(name, axis, this.#draft)),
    );
    if (isPlain) return { shape, strides: undefined };
    const strides = axes.map((axis) => {
      const values = layouts.map((each) => BigInt(each.strides[axis] ?? 0));
      const stride = sizeName(name, axis, this.#draft).replace('_size_', '_stride_');
      return (
        this.#find(values, (each) => strideCost(each, name))?.text ?? this.#inCase(values, stride)
      );
    });
    return { shape, strides };
  }

  /** Describes indices as the cases' calls had them; undefined if the recording does not show them. */
  indicesOf(name: string): IndexFill | undefined {
    return indexFill(name, this.#draft, this.#calls, {
      find: (targets) => this.#findAmong(targets),
      inCase: (values, end) =>
        this.#inCase(values, sizeName(name, 0, this.#draft).replace('_size_0', `_${end}`)),
    });
  }

  /** Finds a size that has these values in the calls for which there are some. */
  #findAmong(targets: readonly (bigint | undefined)[]): string | undefined {
    const known = <Value>(values: readonly Value[]): Value[] =>
      values.filter((_value, index) => targets[index] !== undefined);
    const sizes = [...this.#sizes].map(([text, values]) => ({ text, values, cost: 1.8 }));
    const names = this.#names.values.filter(({ text }) => !this.#sizes.has(text));
    const values = [...names, ...sizes].map((term) => ({
      ...term,
      cost: nameCost(term.text),
      values: known(term.values),
    }));
    const wanted = known(targets).map((target) => target ?? 0n);
    return findExpression(wanted, { values, constants: [], hasQuotients: false })?.text;
  }

  #find(targets: readonly bigint[], costOf: (name: string) => number): Term | undefined {
    const sizes = [...this.#sizes].map(([size, values]) => ({ text: size, values, cost: 1.8 }));
    return findExpression(targets, {
      values: [
        ...this.#names.values.map((term) => ({ ...term, cost: costOf(term.text) })),
        ...sizes.filter((size) => !this.#names.values.some((term) => term.text === size.text)),
      ],
      constants: this.#names.constants,
      hasQuotients: false,
    });
  }

  #inCase(values: readonly bigint[], name: string): string {
    this.#sizes.set(name, values);
    return name;
  }

  cases(): readonly ReadonlyMap<string, Constant>[] {
    return this.#calls.map((call) => {
      const index = this.#draft.calls.indexOf(call);
      const scalars = [...this.#inCases].flatMap((name) => {
        const value = call.scalars.get(name);
        return value === undefined ? [] : [[name, value] as const];
      });
      const sizes = [...this.#sizes].map(
        ([name, values]) => [name, { kind: 'int' as const, value: values[index] ?? 0n }] as const,
      );
      return new Map([...scalars, ...sizes]);
    });
  }
}

function sizesOf(layouts: readonly RecordedBuffer[], axis: number): readonly bigint[] {
  return layouts.map(({ shape }) => BigInt(shape[axis] ?? 0));
}

/** An argument that is called a stride comes first, and of these one with the buffer's letter. */
function strideCost(name: string, buffer: string): number {
  if (!isStride(name)) return 2;
  const letters = name
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0));
  return letters.includes(buffer.toLowerCase().charAt(0)) ? 1 : 1.4;
}

function isContiguous(shape: readonly number[], strides: readonly number[]): boolean {
  let step = 1;
  for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
    if (shape[axis] !== 1 && strides[axis] !== step) return false;
    step *= shape[axis] ?? 1;
  }
  // An axis of size 1 can have any stride, and the kernel might get it as an argument.
  return true;
}

/** Returns what a kernel does with a buffer. */
export function roleOf(
  name: string,
  draft: EntryDraft,
  access: KernelAccess | undefined,
): BufferRole {
  const seen = draft.members.flatMap(({ contents }) => contents?.buffers.get(name) ?? []);
  // The launches of @triton.autotune have written the same before.
  const isTuned = draft.allConfigs > 1;
  const keepsSome = !isTuned && seen.some(({ unchanged }) => unchanged !== null && unchanged > 0);
  const changes = seen.some(
    ({ unchanged, elements }) => unchanged !== null && unchanged < elements,
  );
  if (access === undefined) return changes ? 'inout' : 'in';
  if (!access.writes.has(name)) return 'in';
  // What a kernel does not write in full must have contents before the call.
  return access.reads.has(name) || keepsSome ? 'inout' : 'out';
}

interface UniformDraft {
  readonly uniform: { readonly from: number; readonly to: number };
}

type Range = readonly [from: number, to: number];

function unionOf(ranges: readonly Range[]): Range {
  return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
}

/** Integers can be indices: what the buffer held in a small call is right for a large one too. */
function commonOf(ranges: readonly Range[]): Range {
  const from = Math.max(...ranges.map(([each]) => each));
  const to = Math.min(...ranges.map(([, each]) => each));
  return from <= to ? [from, to] : unionOf(ranges);
}

/** Contents like those that the program used: random numbers can be indices or square roots. */
function fillOf(
  name: string,
  type: Exclude<ArgumentType, { kind: 'scalar' }>,
  role: BufferRole,
  draft: EntryDraft,
): FillDraft | undefined {
  if (role === 'out') return undefined;
  const ranges = draft.members.flatMap(({ contents }) => {
    const range = contents?.buffers.get(name)?.range;
    return range === undefined || range === null ? [] : [range];
  });
  const [from, to] = isFloat(type.element) ? unionOf(ranges) : commonOf(ranges);
  if (ranges.length === 0 || !Number.isFinite(from) || !Number.isFinite(to)) return undefined;
  if (from === 0 && to === 0) return 'zeros';
  if (from === 1 && to === 1) return 'ones';
  if (from === to) return { constant: from };
  if (type.element === 'i1' || type.element === 'u1') return undefined;
  if (!isFloat(type.element)) {
    const isSafe = Number.isSafeInteger(from) && Number.isSafeInteger(to);
    return isSafe ? { uniform: { from, to } } : undefined;
  }
  const isNormal = from < 0 && to > 0 && Math.max(-from, to) < 100 && Math.max(-from, to) > 0.1;
  if (isNormal) return undefined;
  const isFromZero = from > 0 && from < to / 100;
  const [low, high] = [isFromZero ? 0 : Number(from.toPrecision(3)), Number(to.toPrecision(3))];
  return low < high ? { uniform: { from: low, to: high } } : { constant: low };
}
