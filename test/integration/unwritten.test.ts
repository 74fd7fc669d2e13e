import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { casesSchema } from '../../src/manifest/cases/packaged.ts';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const KERNEL = `import triton
import triton.language as tl


@triton.jit
def scale(x, out, stride, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < N
    tl.store(out + row * stride + at, tl.load(x + row * N + at, mask=mask) * 2, mask=mask)


@triton.jit
def bits(out, N, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.atomic_add(out + at, 1, mask=at < N)
`;

const entry = (name: string, more: string): string => `  ${name}:
    source: k.py:${name.split('_')[0]}
    specialise: listed
    constants: { BLOCK: 16 }
${more}`;

const SCALE = (
  role: string,
): string => `    arguments: { x: "*fp32", out: "*fp32", stride: i32, N: i32 }
    grid: [M]
    grid_parameters: { M: i32 }
    smoke:
      reference: interpreter
      arguments: { stride: N + 3 }
      buffers: { x: [M, N], out: { shape: [M, N], strides: [stride, 1], role: ${role} } }
      cases: [{ M: 3, N: 16 }, { M: 3, N: 20 }, { M: 2, N: 9 }]
`;

const MANIFEST = `package: unwritten
triton: 3.9.0
targets: [sm_80]
kernels:
${entry('scale', SCALE('out'))}${entry('scale_inout', SCALE('inout'))}${entry(
  'bits',
  `    arguments: { out: "*i32", N: i32 }
    grid: 1
    smoke:
      reference: interpreter
      buffers: { out: { shape: [N], role: out } }
      cases: [{ N: 20 }]
`,
)}`;

describe.each(TRITON_VERSIONS)(
  'with Triton %s, a case whose output is not all written',
  (version) => {
    let space: Workspace;
    let run: (...command: readonly string[]) => ReturnType<Workspace['triton']>;

    beforeAll(async () => {
      space = await workspace({ 'k.py': KERNEL, 'kernels.yaml': MANIFEST });
      const common = ['--triton', version, '--python', await tritonPython(version)];
      run = (...command) => space.triton([...command, ...common, '--jobs', '1']);
    }, 600_000);
    afterAll(() => space.remove());

    it('leaves the expected outputs of the others, and the message says what is not written', async () => {
      const built = await run('build');
      expectSuccess(built);
      const lines = built.stderr.split('\n');
      const from = lines.findIndex((line) => line.startsWith('warning:'));
      expectGolden(
        lines
          .slice(from)
          .filter((line) => /^(warning:| {4}\S)/.test(line))
          .join('\n'),
      );
      const text = await readFile(join(space.folder, 'aot/smoke/cases.json'), 'utf8');
      const { kernels } = casesSchema.parse(JSON.parse(text));
      const found = kernels.map(({ name, expected, cases }) => [
        name,
        expected,
        ...cases.map(({ buffers, note }) => [buffers['out']?.expected !== undefined, note]),
      ]);
      expect(found).toEqual([
        [
          'scale',
          'interpreter',
          [true, undefined],
          [false, 'the kernel does not write 12 of 60 elements of out'],
          [true, undefined],
        ],
        ['scale_inout', 'interpreter', [true, undefined], [true, undefined], [true, undefined]],
        ['bits', 'none', [false, undefined]],
      ]);
    }, 300_000);

    it('fails in the smoke test, and the others are compared', async () => {
      const { code, stdout, stderr } = await space.triton([
        'smoke',
        '--emulate',
        '--only',
        'scale',
      ]);
      expect({ code, stderr }).toMatchObject({ code: 6 });
      expect(stderr).toContain('out was not written: 12 of 60 elements');
      expect(stdout).toContain(
        "scale: 3 runs compared with Triton's interpreter, 1 run not compared with anything",
      );
    }, 300_000);
  },
);
