import type { ElementType } from '../argument-type.ts';
import { pack, type PackedData } from './compress.ts';
import type { PackagedBuffer } from './document.ts';
import { bytesOf } from './number-format.ts';

/** What a kernel is expected to give in one case. */
export interface ExpectedOutputs {
  /** Why there is nothing, in one line. */
  readonly note?: string | undefined;
  /** By the names of the outputs. */
  readonly outputs: ReadonlyMap<string, PackedOutput>;
}

export interface PackedOutput extends PackedData {
  readonly type: NonNullable<PackagedBuffer['expected']>['type'];
}

/** fp16 has infinity from here on. */
const FP16_OVERFLOW = 65520;

/** Packs the expected elements of a float type. Those of 16 and 8 bits keep 15 bits behind the point. */
export function packFloats(element: ElementType, values: Float64Array): PackedOutput {
  if (element === 'fp64') return { type: 'f64', ...pack(new Uint8Array(values.buffer), 8) };
  const floats = new Float32Array(values);
  if (bytesOf(element) < 4) {
    if (element === 'fp16') overflowTo(Infinity, FP16_OVERFLOW, floats);
    dropLowByte(new Uint32Array(floats.buffer));
  }
  return { type: 'f32', ...pack(new Uint8Array(floats.buffer), 4) };
}

/** Packs the expected elements of an integer type as they are. */
export function packIntegers(element: ElementType, bytes: Uint8Array): PackedOutput {
  return { type: 'exact', ...pack(bytes, bytesOf(element)) };
}

function overflowTo(infinity: number, from: number, values: Float32Array): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value >= from) values[i] = infinity;
    else if (value <= -from) values[i] = -infinity;
  }
}

/** Rounds floats to nearest even with eight bits less: no more is needed to compare 16 bits, and zeros compress. */
function dropLowByte(words: Uint32Array): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number;
    words[i] = (word + 0x7f + ((word >>> 8) & 1)) & 0xffffff00;
  }
}
