import type { z } from 'zod';
import { isCuda } from '../../manifest/terms/nvidia.ts';
import { vendorTable } from '../../manifest/terms/vendor.ts';
import type { Cubin, CubinKernel } from './cubin.ts';
import { damagedCubin, type Elf, readElf } from './elf.ts';
import { EM_CUDA, readNvidiaCubin } from './nvidia-cubin.ts';
import { nvidiaOccupancy, nvidiaRegisters } from './nvidia-occupancy.ts';
import type { BlockNeeds, Occupancy } from './occupancy.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

/** The form of the code that Triton compiles for GPUs of a vendor, and what it takes there. */
export interface CodeFormat {
  /** The number of the machine in the header of its ELF files. */
  readonly machine: number;
  /** @throws {Failure} `abi` if the file is damaged or has an unknown format. */
  readonly read: (elf: Elf) => Cubin;
  /** Returns what is wrong with a kernel for a launch with blocks of so many warps. */
  readonly check: (kernel: CubinKernel, target: Target, warps: number) => readonly string[];
  readonly occupancy: (target: Target, block: BlockNeeds) => Occupancy;
  /** Returns the registers that a launch reserves for a block. */
  readonly registers: (target: Target, perThread: number, warps: number) => number;
  /** Figures that only its code has, by their names in manifest.json. */
  readonly figures: Readonly<Record<string, z.ZodType>>;
  readonly figuresOf: (kernel: CubinKernel) => Readonly<Record<string, unknown>>;
  /** Returns the bytes that registers are spilled to in a thread, by these figures. */
  readonly spillBytes: (figures: object) => number;
}

export const codeFormats = vendorTable<CodeFormat>({
  machine: EM_CUDA,
  read: readNvidiaCubin,
  check: () => [],
  occupancy: (target, block) => {
    if (!isCuda(target)) throw new Error(`${target.name} is not an NVIDIA target`);
    return nvidiaOccupancy(target, block);
  },
  registers: (_target, perThread, warps) => nvidiaRegisters(perThread, warps),
  // Those of the decoded instructions are figures of the core.
  figures: {},
  figuresOf: () => ({}),
  spillBytes: () => 0,
});

/** Reads a cubin, or another vendor's form of it. @throws {Failure} `abi` if it is damaged or has an unknown format. */
export function readCubin(bytes: Uint8Array): Cubin {
  const elf = readElf(bytes);
  for (const [, format] of codeFormats.rows())
    if (format.machine === elf.machine) return format.read(elf);
  throw damagedCubin(`it is for machine ${elf.machine}, not for a GPU`);
}

/** Returns the theoretical occupancy of a multiprocessor. */
export function occupancyOf(target: Target, block: BlockNeeds): Occupancy {
  return codeFormats.of(target.backend).occupancy(target, block);
}

/** Returns the registers that a launch reserves for a block. */
export function reservedRegisters(target: Target, perThread: number, warps: number): number {
  return codeFormats.of(target.backend).registers(target, perThread, warps);
}
