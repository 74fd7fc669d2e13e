import { encode } from '@msgpack/msgpack';
import { warpSizeOf } from '../../src/manifest/terms/target.ts';
import type { Target } from '../../src/manifest/terms/vendor-terms.ts';

/** The properties of a fake AMD code object. Sizes are in bytes. */
interface FakeHsaco {
  readonly target: Target;
  readonly name: string;
  readonly parameters: readonly number[];
  /** Vector registers of a thread. */
  readonly registers?: number;
  readonly code?: Buffer;
  /** Replaces parts of the kernel's metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Returns a minimal code object with the metadata of one kernel, as Triton 3.9.0 writes it. */
export function fakeHsaco({
  target,
  name,
  parameters,
  code = Buffer.alloc(16),
  ...more
}: FakeHsaco): Buffer {
  let end = 0;
  const args = parameters.map((size) => {
    const offset = Math.ceil(end / size) * size;
    end = offset + size;
    return {
      '.offset': offset,
      '.size': size,
      '.value_kind': size === 8 ? 'global_buffer' : 'by_value',
    };
  });
  const kernel = {
    '.name': name,
    '.symbol': `${name}.kd`,
    '.args': args,
    '.kernarg_segment_size': Math.ceil(end / 8) * 8,
    '.group_segment_fixed_size': 0,
    '.private_segment_fixed_size': 0,
    '.max_flat_workgroup_size': 1024,
    '.wavefront_size': warpSizeOf(target),
    '.vgpr_count': more.registers ?? 12,
    '.sgpr_count': 21,
    '.vgpr_spill_count': 0,
    '.sgpr_spill_count': 0,
    ...more.metadata,
  };
  const metadata = encode({
    'amdhsa.target': `amdgcn-amd-amdhsa--${target.arch}`,
    'amdhsa.version': [1, 2],
    'amdhsa.kernels': [kernel],
  });
  const names = Buffer.from(`\0${name}\0${name}.kd\0`);
  const symbols = Buffer.alloc(24 * 3);
  symbols.writeUInt32LE(1, 24);
  symbols.writeUInt32LE(name.length + 2, 48);
  // All sections begin at address 0 in memory, the code 256 bytes later.
  symbols.writeBigUInt64LE(256n, 32);
  const descriptor = Buffer.alloc(64);
  descriptor.writeUInt32LE(kernel['.kernarg_segment_size'], 8);
  descriptor.writeBigInt64LE(256n, 16);
  return elf([
    ['.note', 7, note(metadata)],
    ['.rodata', 1, descriptor],
    ['.text', 1, code],
    ['.symtab', 2, symbols],
    ['.strtab', 3, names],
  ]);
}

function note(metadata: Uint8Array): Buffer {
  const head = Buffer.from('\x07\0\0\0\0\0\0\0\x20\0\0\0AMDGPU\0\0', 'latin1');
  head.writeUInt32LE(metadata.length, 4);
  return Buffer.concat([head, metadata, Buffer.alloc((4 - (metadata.length % 4)) % 4)]);
}

function elf(body: readonly (readonly [name: string, type: number, contents: Buffer])[]): Buffer {
  const table = ['', ...body.map(([name]) => name), '.shstrtab'];
  const names = Buffer.from(table.map((name) => `${name}\0`).join(''));
  const sections = [...body, ['.shstrtab', 3, names] as const];
  const header = Buffer.alloc(64);
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0x40, 3]).copy(header);
  header.writeUInt16LE(3, 16);
  header.writeUInt16LE(224, 18);
  header.writeUInt16LE(64, 52);
  header.writeUInt16LE(64, 58);
  header.writeUInt16LE(sections.length + 1, 60);
  header.writeUInt16LE(sections.length, 62);
  let at = header.length;
  let nameAt = 1;
  const entries = sections.map(([name, type, contents]) => {
    const entry = Buffer.alloc(64);
    entry.writeUInt32LE(nameAt, 0);
    entry.writeUInt32LE(type, 4);
    entry.writeBigUInt64LE(BigInt(at), 24);
    entry.writeBigUInt64LE(BigInt(contents.length), 32);
    at += contents.length;
    nameAt += name.length + 1;
    return entry;
  });
  header.writeBigUInt64LE(BigInt(at), 40);
  return Buffer.concat([
    header,
    ...sections.map(([, , contents]) => contents),
    Buffer.alloc(64),
    ...entries,
  ]);
}
