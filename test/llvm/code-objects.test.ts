import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readCubin } from '../../src/compile/cubin/code-formats.ts';
import { type Cubin } from '../../src/compile/cubin/cubin.ts';
import { AMD_KERNEL } from '../../src/features/amd/code-object.ts';
import { targetNames } from '../../src/manifest/terms/target.ts';
import { readImages } from '../../src/package/verify/embedded.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { succeed } from '../support/consumer.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

// Needs LLVM's tools with the target AMDGPU: LLVM_TOOLS names their folder.
const LLVM = process.env['LLVM_TOOLS'];
const tool = (name: string, ...argv: readonly string[]): Promise<string> => {
  if (LLVM === undefined)
    throw new Error('set LLVM_TOOLS to the folder of llvm-objdump, llvm-readelf and llvm-mc');
  return succeed([join(LLVM, name), ...argv]);
};

/** A code object, and what our own reader says of it. */
interface CodeObject {
  readonly target: string;
  readonly kernel: string;
  readonly file: string;
  readonly own: Cubin;
}

const AMD = targetNames().filter((name) => name.startsWith('gfx'));
const known = await tool('llvm-mc', '--triple=amdgcn', '--mcpu=help', '/dev/null');
const [covered, others] = [true, false].map((isKnown) =>
  AMD.filter((name) => known.includes(` ${name} `) === isKnown),
);
const [, llvm = ''] = /LLVM version (\S+)/.exec(await tool('llvm-objdump', '--version')) ?? [];

describe(`LLVM ${llvm}, which knows ${covered?.join(', ')}${others?.length === 0 ? '' : `, and not ${others?.join(', ')}`}`, () => {
  let space: Workspace;
  const objects: CodeObject[] = [];

  beforeAll(async () => {
    space = await workspace();
    await cp(join(ROOT, 'test/cases'), space.folder, { recursive: true });
    const version = TRITON_VERSIONS.at(-1) ?? '';
    const triton = ['--triton', version, '--python', await tritonPython(version)];
    expectSuccess(
      await space.triton(['build', '--manifest', 'amd.yaml', ...triton, '--out', 'aot']),
    );
    for (const kernel of ['scaled', 'product'])
      for (const { bytes } of readImages(
        await readFile(join(space.folder, `aot/src/${kernel}.hip.c`)),
      )) {
        const own = readCubin(bytes);
        const file = join(space.folder, `${kernel}-${objects.length}.hsaco`);
        await writeFile(file, bytes);
        objects.push({ target: String(own.arch), kernel, file, own });
      }
  });
  afterAll(() => space.remove());

  it('knows targets, and each has a kernel', () => {
    expect(covered).toContain('gfx942');
    expect(new Set(objects.map(({ target }) => target))).toEqual(new Set(AMD));
  });

  it.each(covered ?? [])('reads the code objects of %s as our own reader does', async (target) => {
    const here = objects.filter((each) => each.target === target);
    expect(here).not.toEqual([]);
    for (const { file, kernel, own } of here) {
      const [found] = own.kernels;
      const read = await tool('llvm-readelf', '--file-header', '--symbols', '--notes', file);
      expect(read).toMatch(new RegExp(`^ +Flags: .*\\b${target}\\b`, 'm'));
      const [, note = ''] = /AMDGPU Metadata:\s+---\n([^]*?)\n\.\.\./.exec(read) ?? [];
      const metadata: Metadata = parse(note);
      expect(metadata['amdhsa.target']).toMatch(new RegExp(`-${target}$`));
      const [noted] = metadata['amdhsa.kernels'];
      const passed = noted?.['.args'].filter((each) => !each['.value_kind'].startsWith('hidden_'));
      expect(found).toMatchObject({
        name: noted?.['.name'],
        parameters: passed?.map((each, ordinal) => ({
          ordinal,
          offset: each['.offset'],
          size: each['.size'],
        })),
        registers: noted?.['.vgpr_count'],
        stackBytes: noted?.['.private_segment_fixed_size'],
        staticSharedBytes: noted?.['.group_segment_fixed_size'],
        constantBankParameterSize: noted?.['.kernarg_segment_size'],
      });
      expect(AMD_KERNEL.of(found ?? {})).toMatchObject({
        waveSize: noted?.['.wavefront_size'],
        threads: noted?.['.max_flat_workgroup_size'],
        sgprs: noted?.['.sgpr_count'],
      });

      // Without the feature, LLVM takes moves of halves of registers for data.
      const code = await tool('llvm-objdump', '--disassemble', '--mattr=+real-true16', file);
      const [entry = ''] =
        new RegExp(`^[0-9a-f]{16} <${kernel}>:\\n\\t\\w.*`, 'm').exec(code) ?? [];
      const [, address = ''] =
        new RegExp(`: ([0-9a-f]{16}) .* FUNC .* ${kernel}$`, 'm').exec(read) ?? [];
      expect(entry).toMatch(new RegExp(`^${address} `));
      expect(code).toMatch(/^\ts_endpgm\b/m);
      expect(code).not.toMatch(/^\t(\.long|<unknown>)/m);

      const rodata = ['--disassemble-all', '--section=.rodata'];
      const descriptor = await tool('llvm-objdump', ...rodata, file);
      const valueOf = (name: string): number | undefined => {
        const [, value] = new RegExp(`\\.amdhsa_${name} (\\d+)`).exec(descriptor) ?? [];
        return value === undefined ? undefined : Number(value);
      };
      expect(descriptor).toContain(`.amdhsa_kernel ${kernel}\n`);
      expect({
        constantBankParameterSize: valueOf('kernarg_size'),
        staticSharedBytes: valueOf('group_segment_fixed_size'),
        stackBytes: valueOf('private_segment_fixed_size'),
      }).toEqual({
        constantBankParameterSize: found?.constantBankParameterSize,
        staticSharedBytes: found?.staticSharedBytes,
        stackBytes: found?.stackBytes,
      });
    }
  });
});

/** The note as LLVM prints it. */
interface Metadata {
  readonly 'amdhsa.target': string;
  readonly 'amdhsa.kernels': readonly (Readonly<Record<string, unknown>> & {
    readonly '.args': readonly {
      readonly '.offset': number;
      readonly '.size': number;
      readonly '.value_kind': string;
    }[];
  })[];
}
