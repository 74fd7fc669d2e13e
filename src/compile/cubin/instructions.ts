/** The numbers of instructions, by the bytes that each accesses in one thread. */
export type CountsByWidth = Readonly<Record<string, number>>;

/** Formats each width as `4 × 16 B`, the widest first. */
export function widthTexts(counts: CountsByWidth, unit = ' B'): readonly string[] {
  return Object.entries(counts)
    .toSorted(([a], [b]) => Number(b) - Number(a))
    .map(([width, count]) => `${count} × ${width}${unit}`);
}

/**
 * The instructions that decide how fast a kernel is, as its machine code has them: how many there
 * are, not how often they run.
 */
export interface InstructionCounts {
  /** All but those that only fill up. */
  readonly total: number;
  readonly globalLoads: CountsByWidth;
  readonly globalStores: CountsByWidth;
  /** From global to shared memory, without waiting: `cp.async`. */
  readonly asyncCopies: CountsByWidth;
  /** Of blocks of memory, by the copy engine: `cp.async.bulk`, also of tensors. */
  readonly bulkCopies: number;
  /** Atomic operations on global memory. */
  readonly atomics: number;
  /** Matrix products of the tensor cores: `mma`, `wgmma`, `tcgen05.mma`. */
  readonly tensorCore: number;
  /** Accesses to local memory. Kernels of Triton have them for registers that do not fit. */
  readonly spillLoads: number;
  readonly spillStores: number;
  /** The bytes that the spill stores write in one thread. */
  readonly spillBytes: number;
}

/** Bytes of an instruction on all architectures since sm_70. */
const INSTRUCTION_SIZE = 16;

type Kind =
  | 'fill'
  | 'load'
  | 'store'
  | 'async-copy'
  | 'bulk-copy'
  | 'atomic'
  | 'tensor-core'
  | 'spill-load'
  | 'spill-store';

/**
 * The kinds of instructions, by the lowest nine bits. The three bits above them say in which form the
 * operands are.
 * Source: what nvdisasm of CUDA 13.1 prints for code of ptxas for sm_75 to sm_121.
 */
const KINDS: ReadonlyMap<number, Kind> = new Map([
  [0x118, 'fill'], // NOP
  [0x037, 'tensor-core'], // IMMA
  [0x03c, 'tensor-core'], // HMMA
  [0x03d, 'tensor-core'], // BMMA
  [0x03f, 'tensor-core'], // DMMA
  [0x07a, 'tensor-core'], // QMMA
  [0x07f, 'tensor-core'], // OMMA
  [0x1ea, 'tensor-core'], // UTCHMMA, UTCQMMA, UTCIMMA, UTCOMMA
  [0x1f0, 'tensor-core'], // HGMMA
  [0x1f1, 'tensor-core'], // IGMMA
  [0x1f2, 'tensor-core'], // BGMMA
  [0x1f3, 'tensor-core'], // QGMMA
  [0x17e, 'load'], // LDG of 32 bytes
  [0x180, 'load'], // LD
  [0x181, 'load'], // LDG
  [0x17f, 'store'], // STG of 32 bytes
  [0x185, 'store'], // ST
  [0x186, 'store'], // STG
  [0x183, 'spill-load'], // LDL
  [0x187, 'spill-store'], // STL
  [0x18a, 'atomic'], // ATOM
  [0x18e, 'atomic'], // RED, REDG
  [0x1a3, 'atomic'], // ATOMG
  [0x1a6, 'atomic'], // REDG
  [0x1a8, 'atomic'], // ATOMG
  [0x1a9, 'atomic'], // ATOMG.CAS
  [0x1ae, 'async-copy'], // LDGSTS
  [0x1b4, 'bulk-copy'], // UTMALDG
  [0x1b5, 'bulk-copy'], // UTMASTG
  [0x1b6, 'bulk-copy'], // UTMAREDG
  [0x1ba, 'bulk-copy'], // UBLKCP
  [0x1bb, 'bulk-copy'], // UBLKRED
]);

/** Counts the instructions of machine code, which may be in several parts, for an architecture. */
export function countInstructions(parts: readonly DataView[], arch: number): InstructionCounts {
  const counts = new Map<Kind, Map<number, number>>();
  let others = 0;
  for (const part of parts) {
    for (let at = 0; at + INSTRUCTION_SIZE <= part.byteLength; at += INSTRUCTION_SIZE) {
      const opcode = part.getUint16(at, true) & 0x1ff;
      const kind = KINDS.get(opcode);
      if (kind === undefined) {
        others += 1;
        continue;
      }
      const width = widthOf(opcode, part.getUint32(at + 8, true), arch);
      const own = counts.get(kind) ?? new Map<number, number>();
      counts.set(kind, own.set(width, (own.get(width) ?? 0) + 1));
    }
  }
  const byWidth = (kind: Kind): CountsByWidth =>
    Object.fromEntries([...(counts.get(kind) ?? [])].toSorted(([a], [b]) => a - b));
  const number = (kind: Kind): number =>
    [...(counts.get(kind)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  const spilled = [...(counts.get('spill-store') ?? [])];
  return {
    total: [...counts.keys()].reduce(
      (sum, kind) => sum + (kind === 'fill' ? 0 : number(kind)),
      others,
    ),
    globalLoads: byWidth('load'),
    globalStores: byWidth('store'),
    asyncCopies: byWidth('async-copy'),
    bulkCopies: number('bulk-copy'),
    atomics: number('atomic'),
    tensorCore: number('tensor-core'),
    spillLoads: number('spill-load'),
    spillStores: number('spill-store'),
    spillBytes: spilled.reduce((sum, [width, count]) => sum + width * count, 0),
  };
}

/** Bytes of an access, by the number in the instruction: signed and unsigned, up to 128 bits. */
const WIDTHS = [1, 1, 2, 2, 4, 8, 16, 16] as const;

/** The bytes that a load or store accesses in one thread. Means nothing for other instructions. */
function widthOf(opcode: number, highBits: number, arch: number): number {
  if (opcode === 0x17e || opcode === 0x17f) return 32;
  // From sm_100 on, LDGSTS has only two bits for 4, 8 and 16 bytes.
  if (opcode === 0x1ae && arch >= 100) return 4 << ((highBits >>> 10) & 3);
  return WIDTHS[(highBits >>> 9) & 7] ?? 16;
}
