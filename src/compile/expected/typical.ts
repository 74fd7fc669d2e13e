import type { KernelCases, PackagedBuffer, PackagedCase } from '../../manifest/cases/packaged.ts';
import { decodeFloats } from '../../manifest/values/elements.ts';
import { countOf } from '../../manifest/values/layout.ts';
import {
  decompressData,
  expectedBytes,
  type ExpectedOutputs,
  type ReadData,
} from '../../manifest/values/packing.ts';

/** Outputs with fewer elements are often smaller than usual by chance, and so is what they cancel to. */
const FEW = 256;

/**
 * Widens the tolerances of generated cases with other data or few elements, where an output is smaller than in the case
 * that they change: what is 0 but for rounding, such as softplus(-48), is compared with the size that the output
 * usually has.
 */
export function withTypicalSizes(kernel: KernelCases, readData: ReadData): KernelCases {
  const typical = new Map<string, number>();
  for (const { buffers } of kernel.cases.filter(isPlain))
    for (const [name, buffer] of Object.entries(buffers)) {
      const size = buffer === null ? undefined : sizeOf(buffer, readData);
      if (size !== undefined) typical.set(name, Math.max(size, typical.get(name) ?? 0));
    }
  const cases = kernel.cases.map((item) => {
    if (isPlain(item)) return item;
    const hasData = item.generated?.changes.some(({ kind }) => kind === 'data');
    const buffers = Object.entries(item.buffers).map(([name, buffer]) => {
      const usual = typical.get(name);
      const own = buffer === null ? undefined : sizeOf(buffer, readData);
      if (buffer === null || !(hasData || countOf(buffer) < FEW)) return [name, buffer] as const;
      if (usual === undefined || own === undefined || own >= usual) return [name, buffer] as const;
      return [name, { ...buffer, tolerance: widened(buffer, own, usual) }] as const;
    });
    return { ...item, buffers: Object.fromEntries(buffers) };
  });
  return { ...kernel, cases };
}

/**
 * Returns what says of a generated case with other data that it has infinite outputs, although those that are not
 * changed have none: then the kernel can overflow in another way.
 */
export function infiniteOutputs(
  cases: readonly PackagedCase[],
  expected: ReadonlyMap<PackagedCase, ExpectedOutputs>,
): (item: PackagedCase) => boolean {
  const hasInfinity = (item: PackagedCase): boolean =>
    [...(expected.get(item)?.outputs ?? [])].some(([name, { type, data, content }]) => {
      const buffer = item.buffers[name];
      if (buffer === null || buffer === undefined || type === 'exact') return false;
      const bytes = decompressData(content, data.elementSize, countOf(buffer));
      return decodeFloats(type === 'f32' ? 'fp32' : 'fp64', bytes).some((value) =>
        [Infinity, -Infinity].includes(value),
      );
    });
  const isUsual = cases.some((item) => isPlain(item) && hasInfinity(item));
  return (item) =>
    !isUsual &&
    item.generated?.changes.some(({ kind }) => kind === 'data') === true &&
    hasInfinity(item);
}

/** True if a case is written, or a small form of a written one. */
function isPlain({ generated }: PackagedCase): boolean {
  return (generated?.changes ?? []).length === 0;
}

/** The root mean square of the finite expected elements; undefined if there are none, or if they are integers. */
function sizeOf(buffer: PackagedBuffer, readData: ReadData): number | undefined {
  const { expected } = buffer;
  if (expected === undefined || expected.type === 'exact') return undefined;
  const bytes = expectedBytes(buffer, readData);
  const values = decodeFloats(expected.type === 'f32' ? 'fp32' : 'fp64', bytes ?? new Uint8Array());
  let [squares, count] = [0, 0];
  for (const value of values)
    if (Number.isFinite(value)) [squares, count] = [squares + value * value, count + 1];
  return count === 0 ? undefined : Math.sqrt(squares / count);
}

/** The limits of an output of the size `own`, as if it had the size `usual`. */
function widened(buffer: PackagedBuffer, own: number, usual: number): PackagedBuffer['tolerance'] {
  const { tolerance } = buffer;
  if (tolerance.steps !== undefined) return tolerance;
  const { norm, rtol, atol } = tolerance;
  // For zeros, the harness takes the limit as that of the error itself.
  const factor = own > 0 ? usual / own : usual * Math.sqrt(countOf(buffer));
  return { ...tolerance, norm: norm * factor, atol: atol + rtol * usual };
}
