import type { ElementType } from '../argument-type.ts';
import type { ToleranceSpec } from '../manifest/smoke.ts';
import type { Tolerance } from './case.ts';
import { isFloat } from './number-format.ts';

/** ‖out − ref‖ / ‖ref‖ that passes: some units in the last place, summed over the terms of a usual reduction. */
const NORMS: Readonly<Record<string, number>> = {
  fp64: 1e-12,
  fp32: 1e-5,
  f32: 1e-5,
  fp16: 2e-3,
  bf16: 1.6e-2,
  fp8e4nv: 0.1,
  fp8e4b8: 0.1,
  fp8e4b15: 0.1,
  fp8e5: 0.2,
  fp8e5b16: 0.2,
};

/** A single element may be further off than the whole. */
const ELEMENTWISE = 5;

/** What passes for a buffer. Integers must be equal unless the manifest names the buffer or their type. */
export function toleranceOf(name: string, element: ElementType, spec: ToleranceSpec): Tolerance {
  const floats = isFloat(element) ? spec.floats : undefined;
  const given = spec.named.get(name) ?? spec.named.get(element) ?? floats ?? {};
  const norm = given.norm ?? NORMS[element] ?? 0;
  return { norm, rtol: given.rtol ?? ELEMENTWISE * norm, atol: given.atol ?? 0 };
}
