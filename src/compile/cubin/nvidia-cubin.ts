import type { Cubin, CubinKernel, CubinParameter } from './cubin.ts';
import { damagedCubin, type Elf, sliceBytes } from './elf.ts';

export const EM_CUDA = 190;
const STT_FUNC = 2;
/** Set in `st_other` of functions that the host can launch. */
const STO_CUDA_ENTRY = 0x10;

/** Reads a cubin. @throws {Failure} `abi` if it is damaged or has an unknown format. */
export function readNvidiaCubin(elf: Elf): Cubin {
  const common = attributesIn(elf, '.nv.info');
  const kernels = elf.symbols.flatMap(({ name, type, other }, index) =>
    type === STT_FUNC && (other & STO_CUDA_ENTRY) !== 0
      ? [readKernel(elf, name, index, common)]
      : [],
  );
  return { arch: archOf(elf), kernels };
}

/**
 * ABI 7 has the architecture in the lowest byte of the flags, ABI 8 in the one above.
 * Source: cubins of ptxas 12.8, 12.9 and 13.x for sm_75 to sm_121.
 */
function archOf({ abiVersion, flags }: Elf): number {
  if (abiVersion === 7) return flags & 0xff;
  if (abiVersion === 8) return (flags >>> 8) & 0xff;
  throw damagedCubin(`its ABI version ${abiVersion} is unknown`);
}

function readKernel(
  elf: Elf,
  name: string,
  symbol: number,
  common: readonly Attribute[],
): CubinKernel {
  const own = attributesIn(elf, `.nv.info.${name}`);
  const bank = own.find(({ tag }) => tag === EIATTR.PARAM_CBANK);
  const bankSize = own.find(({ tag }) => tag === EIATTR.CBANK_PARAM_SIZE);
  const contentsOf = (names: RegExp): readonly DataView[] =>
    elf.sections.flatMap((each) => (names.test(each.name) ? [each.contents] : []));
  const kernel = {
    name,
    parameters: readParameters(own),
    registers: valueFor(common, EIATTR.REGCOUNT, symbol),
    stackBytes: valueFor(common, EIATTR.FRAME_SIZE, symbol),
    staticSharedBytes: elf.sections.find((it) => it.name === `.nv.shared.${name}`)?.size ?? 0,
    code: contentsOf(/^\.text\./),
    data: contentsOf(/^\.nv\.(constant(?!0)|global)/),
    constantBankParameterOffset: bank === undefined ? 0 : symbolValueOf(bank).number & 0xffff,
    constantBankParameterSize: bankSize === undefined ? 0 : halfOf(bankSize),
    extras: new Map(),
  };
  checkLayout(kernel);
  return kernel;
}

function readParameters(attributes: readonly Attribute[]): readonly CubinParameter[] {
  return attributes
    .flatMap(({ tag, value }) => {
      if (tag !== EIATTR.KPARAM_INFO && tag !== EIATTR.KPARAM_INFO_V2) return [];
      const info = sliceBytes(value, 0, 12, "a parameter's description");
      const word = info.getUint32(8, true);
      const size = tag === EIATTR.KPARAM_INFO ? word >>> 18 : word & 0xffff;
      return [{ ordinal: info.getUint16(4, true), offset: info.getUint16(6, true), size }];
    })
    .toSorted((a, b) => a.ordinal - b.ordinal);
}

/** Rejects a parameter table with gaps or overlaps. */
function checkLayout({ name, parameters, constantBankParameterSize: bankSize }: CubinKernel): void {
  let end = 0;
  for (const [index, { ordinal, offset, size }] of parameters.entries()) {
    if (ordinal !== index || size === 0 || offset < end) {
      throw damagedCubin(`the parameter table of ${name} is inconsistent at parameter ${index}`);
    }
    end = offset + size;
  }
  if (end > bankSize) {
    throw damagedCubin(`the parameters of ${name} end at byte ${end} of ${bankSize}`);
  }
}

function attributesIn(elf: Elf, name: string): readonly Attribute[] {
  const section = elf.sections.find((it) => it.name === name);
  if (section === undefined) throw damagedCubin(`it has no section ${name}`);
  return readAttributes(section.contents);
}

function valueFor(attributes: readonly Attribute[], wanted: number, symbol: number): number {
  for (const attribute of attributes) {
    if (attribute.tag !== wanted) continue;
    const value = symbolValueOf(attribute);
    if (value.symbol === symbol) return value.number;
  }
  throw damagedCubin(`it has no register count or stack size for symbol ${symbol}`);
}

/** An attribute of an `.nv.info` section. */
interface Attribute {
  readonly tag: number;
  readonly value: DataView;
}

/**
 * The attributes that are read, with the names and layout that `cuobjdump -elf` shows.
 * Source: its output for cubins of Triton 3.6, 3.8 and 3.9 from sm_75 to sm_121.
 */
const EIATTR = {
  PARAM_CBANK: 0x0a,
  FRAME_SIZE: 0x11,
  KPARAM_INFO: 0x17,
  CBANK_PARAM_SIZE: 0x19,
  REGCOUNT: 0x2f,
  /** Replaces KPARAM_INFO in kernels whose parameters take more than 4 KiB. */
  KPARAM_INFO_V2: 0x45,
} as const;

/**
 * The ways in which an attribute stores its value: nothing, one or two bytes in place, or a counted byte string.
 */
const FORMAT = { none: 1, byte: 2, half: 3, counted: 4 } as const;

/** Reads an `.nv.info` section. @throws {Failure} `abi` if it is damaged. */
function readAttributes(section: DataView): readonly Attribute[] {
  const attributes: Attribute[] = [];
  let at = 0;
  while (at < section.byteLength) {
    const head = sliceBytes(section, at, 4, 'an attribute');
    const format = head.getUint8(0);
    if (format < FORMAT.none || format > FORMAT.counted) {
      throw damagedCubin(`an attribute has the unknown format ${format}`);
    }
    const counted = format === FORMAT.counted;
    const size = counted ? head.getUint16(2, true) : 2;
    const value = sliceBytes(section, at + (counted ? 4 : 2), size, "an attribute's value");
    attributes.push({ tag: head.getUint8(1), value });
    at += counted ? 4 + size : 4;
  }
  return attributes;
}

/** The value of an attribute with 16 bits. */
function halfOf({ value }: Attribute): number {
  return sliceBytes(value, 0, 2, "an attribute's value").getUint16(0, true);
}

/** The value of an attribute with a symbol index and a number. */
function symbolValueOf({ value }: Attribute): { symbol: number; number: number } {
  const pair = sliceBytes(value, 0, 8, "an attribute's value");
  return { symbol: pair.getUint32(0, true), number: pair.getUint32(4, true) };
}
