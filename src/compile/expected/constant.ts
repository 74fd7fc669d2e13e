import type { Log } from '../../base/context.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { PackagedBuffer, PackagedCase } from '../../manifest/cases/packaged.ts';
import { decodeFloats } from '../../manifest/values/elements.ts';
import { countOf } from '../../manifest/values/layout.ts';
import {
  decompressData,
  type ExpectedOutputs,
  type PackedOutput,
} from '../../manifest/values/packing.ts';
import type { PackedCases } from './pack-cases.ts';

/**
 * Warns about kernels whose expected outputs have one value everywhere although their inputs vary: a
 * kernel that ignores its inputs would pass too.
 * @param expected as for `addExpected`
 */
export function warnOfConstantOutputs(
  { kernels }: PackedCases,
  expected: ReadonlyMap<PackagedCase, ExpectedOutputs>,
  { document }: Pick<Manifest, 'document'>,
  log: Log,
): void {
  for (const { kernel, cases } of kernels) {
    const found = constantOutputs(cases.cases, (item) => expected.get(item)?.outputs ?? new Map());
    if (found === undefined) continue;
    const fixed = inputsOf(found.first).flatMap(([name, buffer]) => (varies(buffer) ? [] : [name]));
    log.warning({
      message: `${kernel.name}: ${found.message}`,
      place: document.locate(found.first.path),
      hint:
        fixed.length === 0
          ? 'Change the cases or the `fill` of the inputs so that they reach the outputs, or correct the reference.'
          : `Give ${fixed.join(' and ')} a \`fill\` with different values so that the inputs reach the outputs, or correct the reference.`,
    });
  }
}

type Outputs = ReadonlyMap<string, PackedOutput>;

/**
 * Says that the expected outputs of all cases have one value everywhere although inputs vary; undefined if
 * they do not, or if nothing is compared.
 */
export function constantOutputs(
  cases: readonly PackagedCase[],
  outputsOf: (item: PackagedCase) => Outputs,
): { readonly message: string; readonly first: PackagedCase } | undefined {
  const compared = cases.flatMap((item) => {
    const outputs = outputsOf(item);
    return outputs.size === 0 ? [] : [[item, outputs] as const];
  });
  const first = compared[0]?.[0];
  const varying = first && inputsOf(first).find(([, buffer]) => varies(buffer));
  const values = varying && constantsOf(compared);
  if (first === undefined || values === undefined) return undefined;
  const outputs = [...values].map(([name, value]) => `${name} is ${value}`).join(' and ');
  const message = `this test proves nothing: the expected ${outputs} everywhere, although ${varying?.[0]} varies`;
  return { message, first };
}

function inputsOf({ buffers }: PackagedCase): readonly (readonly [string, PackagedBuffer])[] {
  return Object.entries(buffers).flatMap(([name, buffer]) =>
    buffer?.role === 'in' || buffer?.role === 'inout' ? [[name, buffer] as const] : [],
  );
}

/** Returns whether a buffer has different elements before the call. */
function varies({ fill, shape }: PackagedBuffer): boolean {
  if (fill === undefined || countOf({ shape }) < 2) return false;
  switch (fill.kind) {
    case 'constant':
      return false;
    case 'values':
      return new Set(fill.values).size > 1;
    case 'normal':
      return fill.deviation > 0;
    case 'uniform':
    case 'integers':
      return fill.from < fill.to || fill.sentinel !== undefined;
    case 'data':
      return true;
  }
}

/** Returns the only value of each output in all cases; undefined if an output has several, or one element. */
function constantsOf(
  cases: readonly (readonly [PackagedCase, Outputs])[],
): ReadonlyMap<string, string> | undefined {
  const known = new Map<string, { readonly value: number | bigint; readonly count: number }>();
  for (const [item, outputs] of cases)
    for (const [name, output] of outputs) {
      const buffer = item.buffers[name];
      if (buffer === null || buffer === undefined || countOf(buffer) === 0) continue;
      const value = constantOf(output, buffer);
      const { value: other = value, count = 0 } = known.get(name) ?? {};
      if (value === undefined || other !== value) return undefined;
      known.set(name, { value, count: count + countOf(buffer) });
    }
  const all = [...known];
  if (all.length === 0 || all.some(([, { count }]) => count < 2)) return undefined;
  return new Map(all.map(([name, { value }]) => [name, String(value)]));
}

/** The value of all elements of an output; undefined if they differ. */
function constantOf(
  { type, data, content }: PackedOutput,
  buffer: PackagedBuffer,
): number | bigint | undefined {
  const count = countOf(buffer);
  // Equal elements compress to next to nothing, zeros of both signs to an eighth of a byte.
  if (content.length > count / 4 + 4096) return undefined;
  const bytes = decompressData(content, data.elementSize, count);
  if (type === 'exact') return oneInteger(bytes, data.elementSize);
  // Zeros of both signs are one value.
  return oneOf(decodeFloats(type === 'f32' ? 'fp32' : 'fp64', bytes).map((value) => value + 0));
}

function oneInteger(bytes: Uint8Array, size: number): number | bigint | undefined {
  const { buffer } = bytes.slice();
  switch (size) {
    case 8:
      return oneOf(new BigInt64Array(buffer));
    case 4:
      return oneOf(new Int32Array(buffer));
    case 2:
      return oneOf(new Int16Array(buffer));
    default:
      return oneOf(new Int8Array(buffer));
  }
}

function oneOf<Value extends number | bigint>(values: {
  readonly [index: number]: Value;
  every(test: (value: Value) => boolean): boolean;
}): Value | undefined {
  const first = values[0];
  return values.every((value) => value === first) ? first : undefined;
}
