import { Document, type Node, Scalar } from 'yaml';
import { plural } from '../base/text.ts';
import type { Constant } from '../model/constant.ts';
import type { Hint, Kernel } from '../model/kernel.ts';
import { DEFAULT_OPTIONS, type Options } from '../model/options.ts';
import type { CaseBuffer, ScalarValue } from '../model/smoke-case.ts';
import { parseArgumentType } from '../model/types.ts';
import { specialisationsOf } from '../plan/resolve.ts';
import { reachedSpecialisations } from '../plan/smoke-launches.ts';
import { accessOf, type KernelAccess } from './access.ts';
import type { Draft, DraftCall } from './drafts.ts';
import { findGrid } from './grid.ts';
import { type BufferDraft, draftSmoke, type SmokeDraft } from './smoke-section.ts';

/** The expected outputs of one recorded call. */
export interface GoldenCall {
  readonly call: DraftCall;
  /** The function that returns them: `FILE.py:FUNCTION`. */
  readonly reference: string;
  /** The .npy files of the inputs, relative to the manifest. */
  readonly inputs: ReadonlyMap<string, string>;
}

/** Returns what a draft's kernels read and write, over all of them; undefined if it is unknown. */
export function accessOfDraft({ members }: Draft): KernelAccess | undefined {
  const known = members.flatMap(({ ttir }) => (ttir === null ? [] : [accessOf(ttir)]));
  const first = known[0];
  if (first === undefined) return undefined;
  return {
    ...first,
    reads: new Set(known.flatMap(({ reads }) => [...reads])),
    writes: new Set(known.flatMap(({ writes }) => [...writes])),
  };
}

/**
 * Writes the entry of a kernel: its key and settings in YAML, with comments, not indented.
 *
 * @param all every draft: others of the same function are evidence for the grid
 */
export function entryText(
  name: string,
  draft: Draft,
  all: readonly Draft[],
  golden: GoldenCall | undefined,
): string {
  const document = new Document();
  const { node, flow, blank } = builder(document);
  const access = accessOfDraft(draft);
  const grid = findGrid(draft, all);
  const hints = keptHints(draft);
  const smoke = draftSmoke(draft, grid, access, golden?.call);
  const settings = blank();
  const put = (key: string, value: unknown, comment?: string): void => {
    const pair = document.createPair(key, value);
    if (comment !== undefined) {
      const scalar = new Scalar(key);
      scalar.commentBefore = ` ${comment.replaceAll('\n', '\n ')}`;
      pair.key = scalar as never;
    }
    settings.items.push(pair as never);
  };
  put('source', `${draft.file}:${draft.function}`);
  put(
    'arguments',
    node(
      Object.fromEntries([...hints].map(([each, own]) => [each, typeNode(draft, each, own, flow)])),
    ),
  );
  if (draft.constants.size > 0) put('constants', flow(constantNodes(draft.constants)));
  if (draft.configs.length > 0) {
    const configs = draft.configs.map((config) =>
      flow({ ...constantNodes(config.constants), ...config.options }),
    );
    const those = draft.configs.length === 1 ? 'this' : 'these';
    put(
      'configs',
      node(configs),
      `@triton.autotune chose ${those} of its ${plural(draft.allConfigs, 'config')}. \`configs: autotune\` takes them all.`,
    );
  }
  put(
    'grid',
    flow(grid.axes.map(expressionNode)),
    grid.notes.length > 0 ? grid.notes.join('\n') : undefined,
  );
  if (grid.parameters.length > 0)
    put(
      'grid_parameters',
      flow(Object.fromEntries(grid.parameters.map(({ text }) => [text, 'i32']))),
    );
  for (const [option, value] of Object.entries(changedOptions(draft.options))) put(option, value);
  if (smoke !== undefined) {
    const section = smokeNode(smoke, draft, hints, access, golden, document);
    put('smoke', section);
  }
  const key = new Scalar(name);
  key.commentBefore = ` ${summary(draft)}`;
  const root = blank();
  root.items.push(document.createPair(key, settings) as never);
  document.contents = root as never;
  return tightLists(document.toString({ lineWidth: 100 }));
}

/** `[a, b]` as everywhere in the documentation; the library writes `[ a, b ]`. */
function tightLists(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'|#.*|\[ (?=\S)| \]/g, (part) =>
    part === '[ ' || part === ' ]' ? part.trim() : part,
  );
}

function builder(document: Document) {
  const node = (value: unknown): Node => document.createNode(value);
  const flow = (value: unknown): Node => document.createNode(value, { flow: true });
  const blank = () => document.createNode({});
  return { node, flow, blank };
}

function summary({ file, line, calls, members }: Draft): string {
  const count = calls.reduce((sum, call) => sum + call.count, 0);
  const more = members.reduce((sum, each) => sum + each.more, 0);
  const most = calls.toSorted((a, b) => b.count - a.count).find(({ gpuMs }) => gpuMs !== null);
  const times = calls.length === 1 ? '' : `, ${calls.length} different ones`;
  const time =
    most === undefined ? '' : `, at most ${Number((most.gpuMs ?? 0).toPrecision(2))} ms on the GPU`;
  const unseen = more > 0 ? ` (${more} more were counted but not compared)` : '';
  return `${file}:${line}: ${plural(count + more, 'call')}${times}${time}${unseen}`;
}

/** Specialisations of one kernel. More hints are not worth their compile time. */
const MOST_SPECIALISATIONS = 8;

/** The hints of each argument, fewer where their combinations would be too many. */
function keptHints(draft: Draft): ReadonlyMap<string, readonly Hint[]> {
  const order: readonly Hint[] = ['equal-to-1', 'divisible-by-16', 'none'];
  const hints = new Map(
    [...draft.hints].map(([name, own]) => [name, order.filter((hint) => own.has(hint))]),
  );
  const count = (): number =>
    [...hints.values()].reduce((product, { length }) => product * length, 1);
  // The last arguments are most often strides.
  for (const name of [...hints.keys()].toReversed()) {
    if (count() <= MOST_SPECIALISATIONS) break;
    if ((hints.get(name) ?? []).length > 1) hints.set(name, ['none']);
  }
  return hints;
}

const HINT_TEXTS: Readonly<Record<Hint, string>> = {
  none: '',
  'divisible-by-16': ':16',
  'equal-to-1': ':1',
};

function typeNode(
  draft: Draft,
  name: string,
  hints: readonly Hint[],
  flow: (value: unknown) => Node,
): unknown {
  const texts = hints.map((hint) => `${draft.types.get(name)}${HINT_TEXTS[hint]}`);
  return texts.length === 1 ? texts[0] : flow(texts);
}

function changedOptions(options: Options): Options {
  const changed = Object.entries(options).filter(
    ([name, value]) => name === 'num_warps' || Reflect.get(DEFAULT_OPTIONS, name) !== value,
  );
  return Object.fromEntries(changed);
}

function constantNodes(constants: ReadonlyMap<string, Constant>): Record<string, unknown> {
  return Object.fromEntries([...constants].map(([name, value]) => [name, constantNode(value)]));
}

function constantNode(constant: Constant): unknown {
  switch (constant.kind) {
    case 'none':
      return null;
    case 'dtype':
      return `tl.${constant.value}`;
    case 'float': {
      const scalar = new Scalar(constant.value);
      // YAML has a float if there is a point: `1.0`, but `.inf` as it is.
      if (Number.isInteger(constant.value)) scalar.minFractionDigits = 1;
      return scalar;
    }
    case 'int':
    case 'bool':
    case 'string':
      return constant.value;
  }
}

/** A number or an expression. */
function expressionNode(text: string): unknown {
  return /^-?\d+$/.test(text) ? BigInt(text) : text;
}

function smokeNode(
  smoke: SmokeDraft,
  draft: Draft,
  hints: ReadonlyMap<string, readonly Hint[]>,
  access: KernelAccess | undefined,
  golden: GoldenCall | undefined,
  document: Document,
): Node {
  const { node, flow, blank } = builder(document);
  const { reference, note, indices } = expectedOf(smoke, access, golden);
  const cases = indices.map((index) => smoke.cases[index] ?? new Map<string, Constant>());
  const calls = indices.map((index) => smoke.calls[index] as DraftCall);
  const section = blank();
  const put = (key: string, value: unknown, comment?: string): void => {
    const scalar = new Scalar(key);
    if (comment !== undefined) scalar.commentBefore = ` ${comment}`;
    section.items.push(document.createPair(scalar, value) as never);
  };
  put('reference', reference, note);
  put('cases', node(cases.map((each) => flow(constantNodes(each)))));
  if (smoke.arguments.size > 0) {
    const values = [...smoke.arguments].map(([name, value]) => [
      name,
      typeof value === 'string' ? expressionNode(value) : constantNode(value),
    ]);
    const map = Object.fromEntries(values);
    put('arguments', values.length > MOST_IN_LINE ? node(map) : flow(map));
  }
  const buffers = [...smoke.buffers].map(([name, buffer]) => [
    name,
    flow(bufferNode(buffer, golden?.inputs.get(name))),
  ]);
  put('buffers', node(Object.fromEntries(buffers)));
  const tolerance = toleranceOf(smoke, draft, access);
  if (tolerance !== undefined)
    put('tolerance', flow({ norm: tolerance }), `The inputs of tl.dot are ${access?.product}.`);
  const [all, reached] = reachedBy(calls, draft, hints);
  if (reached.length < all) put('specialisations', flow(reached));
  if (access?.hasAtomics === true)
    put('deterministic', false, 'The order of atomic operations differs from call to call.');
  return section;
}

/** Values that fit in one line. */
const MOST_IN_LINE = 6;

/** Blocks and elements that Triton's interpreter computes in seconds. */
const MOST_BLOCKS = 2048;
const MOST_ELEMENTS = 2 ** 23;

/** Where the expected outputs come from, and the cases for which there are some. */
function expectedOf(
  { calls }: SmokeDraft,
  access: KernelAccess | undefined,
  golden: GoldenCall | undefined,
): { readonly reference: string; readonly note?: string; readonly indices: readonly number[] } {
  const all = calls.map((_call, index) => index);
  if (golden !== undefined) return { reference: golden.reference, indices: all };
  const without = (reason: string) => ({
    reference: 'none',
    note: `${reason}: nothing is compared. Record with --golden, or write a reference.`,
    indices: all,
  });
  if (access === undefined) return without("Triton's interpreter does not run Gluon kernels");
  if (access.hasForeignCode)
    return without("Triton's interpreter does not run libdevice functions and assembly");
  const small = all.filter((index) => isSmall(calls[index] as DraftCall));
  if (small.length === 0)
    return without("Every recorded call is too large for Triton's interpreter");
  return { reference: 'interpreter', indices: small };
}

function isSmall({ grid, buffers }: DraftCall): boolean {
  const elements = [...buffers.values()].map(({ shape }) => shape.reduce((a, b) => a * b, 1));
  return (
    grid.reduce((a, b) => a * b, 1) <= MOST_BLOCKS &&
    elements.reduce((a, b) => a + b, 0) <= MOST_ELEMENTS
  );
}

function bufferNode(
  { shape, strides, role, fill }: BufferDraft,
  file: string | undefined,
): unknown {
  const axes = shape.map(expressionNode);
  const contents = role === 'out' ? undefined : file === undefined ? fill : { file };
  if (strides === undefined && role === 'in' && contents === undefined) return axes;
  return {
    shape: axes,
    ...(strides !== undefined && { strides: strides.map(expressionNode) }),
    ...(role !== 'in' && { role }),
    ...(contents !== undefined && { fill: contents }),
  };
}

/** The default tolerance of each type of input, as for outputs of that type. */
const PRODUCT_TOLERANCE = { tf32: 2e-3, fp16: 2e-3, bf16: 1.6e-2, fp8: 0.1 } as const;

/** Products of less precise inputs make outputs less precise than their own type. */
function toleranceOf(
  { buffers }: SmokeDraft,
  { types }: Draft,
  access: KernelAccess | undefined,
): number | undefined {
  if (access?.product === undefined) return undefined;
  const outputs = [...buffers].filter(([, { role }]) => role === 'out' || role === 'inout');
  const isWide = outputs.some(([name]) => {
    const type = parseArgumentType(types.get(name) ?? '');
    return type?.kind !== 'scalar' && (type?.element === 'fp32' || type?.element === 'fp64');
  });
  return isWide ? PRODUCT_TOLERANCE[access.product] : undefined;
}

/** How many specialisations there are, and those that the calls reach. */
function reachedBy(
  calls: readonly DraftCall[],
  draft: Draft,
  hints: ReadonlyMap<string, readonly Hint[]>,
): readonly [all: number, reached: readonly number[]] {
  const specialisations = specialisationsOf([...hints.values()]);
  const args = [...draft.types].map(([name, text]) => ({ name, type: parseArgumentType(text) }));
  const kernel = { arguments: args, specialisations } as unknown as Kernel;
  const reached = calls.flatMap(({ scalars, buffers }) =>
    reachedSpecialisations(kernel, {
      scalars: new Map([...scalars].map(([name, value]) => [name, scalarValue(value)])),
      // Only whether there is a buffer is asked for.
      buffers: new Map([...buffers.keys()].map((name) => [name, {} as CaseBuffer])),
    }).map(({ specialisation }) => specialisation),
  );
  return [specialisations.length, [...new Set(reached)].toSorted((a, b) => a - b)];
}

function scalarValue(constant: Constant): ScalarValue {
  if (constant.kind === 'float') return { kind: 'float', value: constant.value };
  if (constant.kind === 'int' || constant.kind === 'bool')
    return { kind: 'integer', value: BigInt(constant.value) };
  throw new Error(`a ${constant.kind} is not a scalar`);
}
