import type { ElementType } from '../../manifest/terms/types.ts';

/** An element type of DLPack, with one lane. */
interface DlpackType {
  readonly code: number;
  readonly bits: number;
}

/**
 * Source: dlpack/dlpack.h 1.3, DLDataTypeCode. Triton's names of fp8 types, by their definitions in
 * its language reference: fp8e4nv is e4m3fn, fp8e4b8 e4m3fnuz, fp8e5 e5m2, fp8e5b16 e5m2fnuz.
 */
const CODES: Readonly<Partial<Record<ElementType, readonly [code: number, bits: number]>>> = {
  i1: [6, 8],
  u1: [6, 8],
  i8: [0, 8],
  i16: [0, 16],
  i32: [0, 32],
  i64: [0, 64],
  u8: [1, 8],
  u16: [1, 16],
  u32: [1, 32],
  u64: [1, 64],
  fp16: [2, 16],
  bf16: [4, 16],
  fp32: [2, 32],
  f32: [2, 32],
  fp64: [2, 64],
  fp8e4nv: [10, 8],
  fp8e4b8: [11, 8],
  fp8e5: [12, 8],
  fp8e5b16: [13, 8],
};

/** Returns the type of tensors with these elements; undefined for fp8e4b15, which DLPack lacks. */
export function dlpackType(element: ElementType): DlpackType | undefined {
  const [code, bits] = CODES[element] ?? [];
  return code === undefined || bits === undefined ? undefined : { code, bits };
}
