import type { Hint } from '../../manifest/terms/hint.ts';

/**
 * The alignment of a tensor descriptor in bytes: of its address, and of every stride but the last.
 * Source: CUDA Driver API, cuTensorMapEncodeTiled, as tl.make_tensor_descriptor requires it.
 */
const ALIGNMENT = 16;

/**
 * Returns the hints of the pointers and strides from which a kernel makes tensor descriptors. Without them, a
 * specialisation for any values is built, which is tested with unaligned buffers and faults.
 * @param ttir the code after inlining
 * @param lines its lines, without locations
 * @param pointersOf returns the parameters that a value may point into
 */
export function alignmentIn(
  ttir: string,
  lines: readonly string[],
  pointersOf: (value: string) => readonly string[],
): ReadonlyMap<string, Hint> {
  const integers = integersIn(ttir, lines);
  const found = new Map<string, Hint>();
  for (const line of lines) {
    const [, base = '', list = '', bits = ''] =
      /tt\.make_tensor_descriptor (%\w+(?:#\d+)?), \[[^\]]*\], \[([^\]]*)\] : <[a-z]+(\d+)/.exec(
        line,
      ) ?? [];
    if (base === '') continue;
    for (const name of pointersOf(base)) found.set(name, ALIGNMENT);
    const elements = strideHint(Number(bits) / 8);
    for (const value of list.split(', ').slice(0, -1)) {
      const name = integers.get(value);
      if (name === undefined || elements === 0) continue;
      // The widest hint is the one of the smallest elements.
      const known = found.get(name) ?? 0;
      found.set(name, known > elements ? known : elements);
    }
  }
  return found;
}

/** The hint of a stride in elements of so many bytes; 0 if each stride is aligned. */
function strideHint(bytes: number): Hint {
  return ([16, 8, 4, 2] as const).find((hint) => hint * bytes === ALIGNMENT) ?? 0;
}

/** The integer parameters of the kernel, by the values that are one of them, also of another width. */
function integersIn(ttir: string, lines: readonly string[]): ReadonlyMap<string, string> {
  const [, list = ''] = /tt\.func public @[^(]*\((.*)$/m.exec(ttir) ?? [];
  const found = new Map<string, string>();
  for (const [, value = '', name = ''] of list.matchAll(/(%\w+): i\d+[^%]*?loc\("([^"]+)"/g))
    found.set(value, name);
  for (const line of lines) {
    const [, result = '', operand = ''] =
      /(%\w+) = arith\.(?:extsi|extui|trunci) (%\w+) /.exec(line) ?? [];
    const name = found.get(operand);
    if (name !== undefined) found.set(result, name);
  }
  return found;
}
