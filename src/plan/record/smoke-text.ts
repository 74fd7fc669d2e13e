import { type Document, type Node, Scalar } from 'yaml';
import type { Constant } from '../../manifest/terms/constant.ts';
import { parseArgumentType } from '../../manifest/terms/types.ts';
import type { KernelAccess } from './access.ts';
import type { DraftCall, EntryDraft } from './drafts.ts';
import type { BufferDraft, SmokeDraft } from './smoke-section.ts';

/** The expected outputs of one recorded call. */
export interface GoldenCall {
  readonly call: DraftCall;
  /** The function that returns them: `FILE.py:FUNCTION`. */
  readonly reference: string;
  /** The .npy files of the inputs, relative to the manifest. */
  readonly inputs: ReadonlyMap<string, string>;
}

/** Writes the `smoke:` section of an entry. */
export function smokeNode(
  smoke: SmokeDraft,
  draft: EntryDraft,
  access: KernelAccess | undefined,
  golden: GoldenCall | undefined,
  document: Document,
): Node {
  const { node, flow, blank } = builder(document);
  const { reference, note, indices } = expectedOf(smoke, access, golden);
  const cases = indices.map((index) => smoke.cases[index] ?? new Map<string, Constant>());
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
  if (access?.hasAtomics === true)
    put('deterministic', false, 'The order of atomic operations differs from call to call.');
  return section;
}

/** Values that fit in one line. */
const MOST_IN_LINE = 6;

/** Blocks and elements that Triton's interpreter computes in seconds. */
const MOST_BLOCKS = 1024;
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
  { types }: EntryDraft,
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

/** Makes nodes of a document: as blocks, in one line, and an empty map. */
export function builder(document: Document) {
  const node = (value: unknown): Node => document.createNode(value);
  const flow = (value: unknown): Node => document.createNode(value, { flow: true });
  const blank = () => document.createNode({});
  return { node, flow, blank };
}

/** Returns the values of a map of constants. */
export function constantNodes(constants: ReadonlyMap<string, Constant>): Record<string, unknown> {
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

/** Returns a number or an expression. */
export function expressionNode(text: string): unknown {
  return /^-?\d+$/.test(text) ? BigInt(text) : text;
}
