import { damaged, slice } from './elf.ts';

/** One attribute of an `.nv.info` section: its number and its value's bytes. */
export interface Attribute {
  readonly tag: number;
  readonly value: DataView;
}

/**
 * The attributes a cubin is read for, by the names and in the layout `cuobjdump -elf` shows.
 * Source: compared with its output for cubins of Triton 3.6, 3.8 and 3.9 from sm_75 to sm_121.
 */
export const EIATTR = {
  PARAM_CBANK: 0x0a,
  FRAME_SIZE: 0x11,
  KPARAM_INFO: 0x17,
  CBANK_PARAM_SIZE: 0x19,
  REGCOUNT: 0x2f,
  /** Written instead of KPARAM_INFO for kernels whose parameters take more than 4 KiB. */
  KPARAM_INFO_V2: 0x45,
} as const;

/** How an attribute carries its value: nothing, one byte or two in place, or a counted string of bytes. */
const FORMAT = { none: 1, byte: 2, half: 3, counted: 4 } as const;

/** Reads an `.nv.info` section. Throws a `Failure` of kind `abi` when it is damaged. */
export function readAttributes(section: DataView): readonly Attribute[] {
  const attributes: Attribute[] = [];
  let at = 0;
  while (at < section.byteLength) {
    const head = slice(section, at, 4, 'an attribute');
    const format = head.getUint8(0);
    if (format < FORMAT.none || format > FORMAT.counted) {
      throw damaged(`an attribute has the unknown format ${format}`);
    }
    const counted = format === FORMAT.counted;
    const size = counted ? head.getUint16(2, true) : 2;
    const value = slice(section, at + (counted ? 4 : 2), size, "an attribute's value");
    attributes.push({ tag: head.getUint8(1), value });
    at += counted ? 4 + size : 4;
  }
  return attributes;
}

/** The value of an attribute that counts in 16 bits. */
export function halfOf({ value }: Attribute): number {
  return slice(value, 0, 2, "an attribute's value").getUint16(0, true);
}

/** The value of an attribute of `.nv.info`: a symbol's index and a number. */
export function symbolValueOf({ value }: Attribute): { symbol: number; number: number } {
  const pair = slice(value, 0, 8, "an attribute's value");
  return { symbol: pair.getUint32(0, true), number: pair.getUint32(4, true) };
}
