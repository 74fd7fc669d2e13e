import { decode } from '@msgpack/msgpack';
import { z } from 'zod';
import { key } from '../../base/slot.ts';
import type { Cubin, CubinKernel, CubinParameter } from '../../compile/cubin/cubin.ts';
import { damagedCubin, type Elf, sliceBytes } from '../../compile/cubin/elf.ts';

/** Facts about a kernel that only AMD's code objects contain. */
interface AmdKernel {
  /** Threads of a wave. */
  readonly waveSize: number;
  /** The most threads of a block that the code is compiled for. */
  readonly threads: number;
  /** Scalar registers of a wave. */
  readonly sgprs: number;
  /** Spilled registers: scalar ones of a wave, vector ones of a thread. */
  readonly sgprSpills: number;
  readonly vgprSpills: number;
}

/** Figures of a kernel that code objects contain and cubins do not. */
export const AMD_KERNEL = key<AmdKernel>('amd');

const count = z.number().int().nonnegative();

/** Source: LLVM, "User Guide for AMDGPU Backend", "Code Object V5 Metadata". */
const metadataSchema = z.object({
  'amdhsa.target': z.string(),
  'amdhsa.kernels': z.array(
    z.object({
      '.name': z.string(),
      '.symbol': z.string(),
      '.args': z
        .array(z.object({ '.offset': count, '.size': count, '.value_kind': z.string() }))
        .default([]),
      '.kernarg_segment_size': count,
      '.group_segment_fixed_size': count,
      '.private_segment_fixed_size': count,
      '.max_flat_workgroup_size': count,
      '.wavefront_size': count,
      '.vgpr_count': count,
      '.sgpr_count': count,
      '.vgpr_spill_count': count.default(0),
      '.sgpr_spill_count': count.default(0),
    }),
  ),
});

type KernelMetadata = z.infer<typeof metadataSchema>['amdhsa.kernels'][number];

export const EM_AMDGPU = 224;
const NT_AMDGPU_METADATA = 32;

/** Reads an AMD code object (hsaco). @throws {Failure} `abi` if it is damaged or has an unknown format. */
export function readCodeObject(elf: Elf): Cubin {
  const metadata = metadataOf(elf);
  const arch = /-(gfx\w+)(?::\S+)?$/.exec(metadata['amdhsa.target'])?.[1];
  if (arch === undefined)
    throw damagedCubin(`its target ${metadata['amdhsa.target']} is not an AMD GPU`);
  return { arch, kernels: metadata['amdhsa.kernels'].map((kernel) => readKernel(elf, kernel)) };
}

/** Decodes the note with the metadata: sizes of owner and description, type, owner, description. */
function metadataOf(elf: Elf): z.infer<typeof metadataSchema> {
  const note = elf.sections.find(({ name }) => name === '.note')?.contents;
  if (note === undefined) throw damagedCubin('it has no notes');
  const head = sliceBytes(note, 0, 20, 'its note');
  const [ownerSize, size, type] = [0, 4, 8].map((at) => head.getUint32(at, true));
  if (ownerSize !== 7 || type !== NT_AMDGPU_METADATA || head.getUint32(12, true) !== 0x47444d41)
    throw damagedCubin('its first note is not that of AMDGPU');
  const { buffer, byteOffset, byteLength } = sliceBytes(note, 20, size ?? 0, 'its metadata');
  try {
    return metadataSchema.parse(decode(new Uint8Array(buffer, byteOffset, byteLength)));
  } catch {
    throw damagedCubin('its metadata is not that of a code object');
  }
}

function readKernel(elf: Elf, kernel: KernelMetadata): CubinKernel {
  const name = kernel['.name'];
  checkDescriptor(elf, kernel);
  const contentsOf = (names: RegExp): readonly DataView[] =>
    elf.sections.flatMap((each) => (names.test(each.name) ? [each.contents] : []));
  return {
    name,
    parameters: parametersOf(kernel),
    registers: kernel['.vgpr_count'],
    stackBytes: kernel['.private_segment_fixed_size'],
    staticSharedBytes: kernel['.group_segment_fixed_size'],
    code: contentsOf(/^\.text$/),
    data: contentsOf(/^\.(ro)?data/),
    constantBankParameterOffset: 0,
    constantBankParameterSize: kernel['.kernarg_segment_size'],
    extras: new Map([
      AMD_KERNEL.with({
        waveSize: kernel['.wavefront_size'],
        threads: kernel['.max_flat_workgroup_size'],
        sgprs: kernel['.sgpr_count'],
        sgprSpills: kernel['.sgpr_spill_count'],
        vgprSpills: kernel['.vgpr_spill_count'],
      }),
    ]),
  };
}

/**
 * Compares the descriptor, which the GPU reads, with the note, which HIP reads: the sizes of memory
 * and of the arguments, and where the code begins.
 * Source: LLVM, "User Guide for AMDGPU Backend", "Kernel Descriptor".
 */
function checkDescriptor(elf: Elf, kernel: KernelMetadata): void {
  const name = kernel['.name'];
  const symbols = new Map(elf.symbols.map((symbol) => [symbol.name, symbol.value]));
  const [code, at] = [symbols.get(name), symbols.get(`${name}.kd`)];
  const section = elf.sections.find(({ name: each }) => each === '.rodata');
  if (kernel['.symbol'] !== `${name}.kd` || code === undefined || at === undefined || !section)
    throw damagedCubin(`it has no code or no descriptor of ${name}`);
  const start = Math.max(0, at - section.address);
  const descriptor = sliceBytes(section.contents, start, 64, 'its descriptor');
  const found = [
    descriptor.getUint32(0, true),
    descriptor.getUint32(4, true),
    descriptor.getUint32(8, true),
    at + Number(descriptor.getBigInt64(16, true)),
  ];
  const noted = [
    kernel['.group_segment_fixed_size'],
    kernel['.private_segment_fixed_size'],
    kernel['.kernarg_segment_size'],
    code,
  ];
  if (found.join() !== noted.join())
    throw damagedCubin(
      `the descriptor of ${name} has ${found.join(', ')}, its note ${noted.join(', ')}`,
    );
}

/**
 * The arguments that a launch passes. HIP fills in the hidden ones, which must follow them. Rejects
 * a list with gaps in what is passed, or that exceeds its segment.
 */
function parametersOf(kernel: KernelMetadata): readonly CubinParameter[] {
  const all = kernel['.args'];
  const hidden = all.findIndex((each) => each['.value_kind'].startsWith('hidden_'));
  const passed = hidden < 0 ? all : all.slice(0, hidden);
  let end = 0;
  for (const [index, each] of all.entries()) {
    const isHidden = each['.value_kind'].startsWith('hidden_');
    if (each['.offset'] < end || each['.size'] === 0 || isHidden !== index >= passed.length)
      throw damagedCubin(`the arguments of ${kernel['.name']} are inconsistent at ${index}`);
    end = each['.offset'] + each['.size'];
  }
  if (end > kernel['.kernarg_segment_size'])
    throw damagedCubin(
      `the arguments of ${kernel['.name']} end at byte ${end} of ${kernel['.kernarg_segment_size']}`,
    );
  return passed.map((each, ordinal) => ({
    ordinal,
    offset: each['.offset'],
    size: each['.size'],
  }));
}
