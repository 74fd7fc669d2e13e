import type { ToleranceSpec } from '../../manifest/cases/case.ts';
import type { KernelCases, PackagedBuffer } from '../../manifest/cases/packaged.ts';
import { elementType, isFloat } from '../../manifest/values/elements.ts';
import type { CheckedVariant } from '../cubin/check.ts';

/**
 * The default limits of ‖out − ref‖ / ‖ref‖, by the least precise type to which a kernel rounds an
 * output. That of a 16-bit type is two of its steps, that of a larger one what a reduction adds up to.
 */
const NORMS: Readonly<Record<string, number>> = {
  fp64: 1e-12,
  fp32: 1e-5,
  f32: 1e-5,
  tf32: 2e-3,
  fp16: 2e-3,
  bf16: 1.6e-2,
  fp8e4nv: 0.1,
  fp8e4b8: 0.1,
  fp8e4b15: 0.1,
  fp8e5: 0.2,
  fp8e5b16: 0.2,
};

/**
 * The default limits of outputs of 8 bits, compared with the reference rounded to their type. A kernel that rounds once,
 * from a type with more bits, differs in few elements, by one step. One that truncates differs in half of them: by 0.06
 * and 0.12.
 */
const ROUNDED_NORMS: Readonly<Record<string, number>> = {
  fp8e4nv: 0.04,
  fp8e4b8: 0.04,
  fp8e4b15: 0.04,
  fp8e5: 0.08,
  fp8e5b16: 0.08,
};

/** The tolerance of a single element, divided by that of the whole buffer. */
const ELEMENTWISE = 5;

/**
 * The least precise type to which a kernel rounds values on their way to an output, by its name. Of an output of 8 bits:
 * before the last rounding, if that is known and has more bits.
 */
export type Rounding = ReadonlyMap<string, string>;

/**
 * Returns the tolerance of a buffer, with the type whose default it is unless the manifest gives it.
 * Integers must be equal unless the buffer or its type is named.
 */
export function toleranceOf(
  name: string,
  element: string,
  spec: ToleranceSpec,
  rounding: Rounding = new Map(),
): PackagedBuffer['tolerance'] {
  const floats = isFloat(elementType(element)) ? spec.floats : undefined;
  const given = spec.named.get(name) ?? spec.named.get(element) ?? floats ?? {};
  const { steps = 0 } = given;
  if (steps > 0) return { norm: 0, rtol: 0, atol: 0, steps };
  const before = rounding.get(name);
  const type = lessPrecise(element, before);
  // The last rounding of an output of 8 bits is known, and what is rounded is as precise as its own type allows.
  const isRoundedOnce = type === element && before !== undefined && before !== element;
  const rounded = isRoundedOnce ? ROUNDED_NORMS[element] : undefined;
  const norm = given.norm ?? rounded ?? NORMS[type] ?? 0;
  const elementwise = given.norm ?? (rounded === undefined ? norm : NORMS[before ?? '']) ?? norm;
  return {
    norm,
    rtol: given.rtol ?? ELEMENTWISE * elementwise,
    atol: given.atol ?? 0,
    ...(given.norm === undefined && type in NORMS && { default: type }),
  };
}

/** Returns the rounding of each kernel: in any of its variants. */
export function roundingOf(checked: readonly CheckedVariant[]): ReadonlyMap<string, Rounding> {
  const kernels = new Map<string, Map<string, string>>();
  for (const { variant, compiled } of checked) {
    const known = kernels.get(variant.kernel.name) ?? new Map<string, string>();
    kernels.set(variant.kernel.name, known);
    for (const [name, type] of Object.entries(compiled.rounding))
      known.set(name, lessPrecise(type, known.get(name)));
  }
  return kernels;
}

/** Widens the default tolerances of a kernel's outputs to what its code rounds to. */
export function withRounding(
  { cases, ...kernel }: KernelCases,
  spec: ToleranceSpec,
  rounding: Rounding | undefined,
): KernelCases {
  const widened = cases.map((item) => ({
    ...item,
    buffers: Object.fromEntries(
      Object.entries(item.buffers).map(([name, buffer]) => [
        name,
        buffer && { ...buffer, tolerance: toleranceOf(name, buffer.element, spec, rounding) },
      ]),
    ),
  }));
  return { ...kernel, cases: widened };
}

function lessPrecise(type: string, other: string = type): string {
  return (NORMS[other] ?? 0) > (NORMS[type] ?? 0) ? other : type;
}
