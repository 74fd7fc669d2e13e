import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Memory } from '../../../src/base/context.ts';
import { readManifest } from '../../../src/manifest/manifest.ts';
import { record, type RecordResult } from '../../../src/features/authoring/record.ts';
import { writeNpy } from '../../../src/manifest/values/npy.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { readerContext } from '../../../src/toolchain/reader.ts';
import { wheelOf } from '../../support/package-index.ts';
import { PYTHON_CONTEXT } from '../../support/triton.ts';
import { type WarmPython, warmPython } from '../../support/warm-python.ts';

let warm: WarmPython;
beforeAll(async () => {
  warm = await warmPython();
});
afterAll(() => warm.stop());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triton-aot-record-test-'));
  await mkdir(join(folder, 'recording'));
  await writeFile(join(folder, 'app.py'), APP);
});
afterEach(() => rm(folder, { recursive: true }));

/** The kernels of the recordings. */
const APP = `import triton
import triton.language as tl

@triton.jit
def copy(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    tl.store(out_ptr, tl.load(x_ptr))
`;

type Line = Readonly<Record<string, unknown>>;

function header(): readonly Line[] {
  return [
    {
      kind: 'process',
      format: 1,
      arguments: ['python3', 'app.py', '--fast mode'],
      folder,
      python: '3.12.3',
      hasTriton: true,
      interpreted: false,
    },
    { kind: 'triton', version: '3.8.0+git1234' },
  ];
}

/** A kernel `copy(x_ptr, out_ptr, n, BLOCK)`. */
function kernel(id: number, settings: Line = {}): Line {
  return {
    kind: 'kernel',
    id,
    name: 'copy',
    source: { file: join(folder, 'app.py'), module: '__main__', line: 3 },
    parameters: ['x_ptr', 'out_ptr', 'n', 'BLOCK'].map((name) => ({
      name,
      constexpr: name === 'BLOCK',
    })),
    signature: { x_ptr: '*fp32', out_ptr: '*fp32', n: 'i32', BLOCK: 'constexpr' },
    constants: { BLOCK: ['int', '128'] },
    options: { num_warps: 4, num_stages: 3 },
    target: { backend: 'cuda', arch: 90 },
    autotune: null,
    ttir: `module {
  tt.func public @copy(%x_ptr: !tt.ptr<f32> loc("x_ptr"(#loc)), %out_ptr: !tt.ptr<f32> loc("out_ptr"(#loc)), %n: i32 loc("n"(#loc))) {
    %0 = tt.load %x_ptr : !tt.ptr<f32> loc(#loc)
    tt.store %out_ptr, %0 : !tt.ptr<f32> loc(#loc)
  }
}`,
    ...settings,
  };
}

function call(owner: number, id: number, n: number, blocks: number, settings: Line = {}): Line {
  const buffer = { shape: [n], strides: [1] };
  return {
    kind: 'call',
    kernel: owner,
    call: id,
    grid: [blocks, 1, 1],
    scalars: { n: ['int', `${n}`] },
    buffers: { x_ptr: buffer, out_ptr: buffer },
    ...settings,
  };
}

function count(owner: number, id: number, seen: number): Line {
  return { kind: 'count', kernel: owner, call: id, count: seen, gpuMs: 0.0123 };
}

async function write(lines: readonly Line[], name = '1-a.jsonl', end = ''): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFile(join(folder, 'recording', name), text + end);
}

function run(
  golden = 0,
  { command, ...env }: { readonly command?: readonly string[]; readonly UV_OFFLINE?: '1' } = {},
): Promise<RecordResult> {
  const request = {
    command: command ?? [],
    out: join(folder, 'kernels.yaml'),
    golden,
    from: command === undefined ? join(folder, 'recording') : undefined,
  };
  // In CI, no package is looked up.
  const ci = command === undefined ? '1' : '';
  return record(
    { ...request, keep: undefined, hasTerminal: false, output: 1 },
    {
      ...PYTHON_CONTEXT,
      env: { ...process.env, PATH: `${warm.folder}:${process.env['PATH']}`, CI: ci, ...env },
      home: join(folder, 'home'),
      scratch: folder,
      memory: new Memory(),
    },
  );
}

const manifest = (): Promise<string> => readFile(join(folder, 'kernels.yaml'), 'utf8');

/** The manifest of a recording, which must be a valid one. */
async function recorded(lines: readonly Line[], golden = 0): Promise<string> {
  await write([...header(), ...lines]);
  await run(golden);
  const text = await manifest();
  readManifest(text, 'kernels.yaml');
  return text;
}

describe('record', () => {
  it('writes one entry for calls that differ in sizes and hints', async () => {
    const text = await recorded([
      kernel(0),
      call(0, 0, 1000, 8),
      kernel(1),
      call(1, 0, 4096, 32),
      count(1, 0, 41),
    ]);
    expectGolden(text);
  });

  it('counts the calls of all processes', async () => {
    await write([...header(), kernel(0), call(0, 0, 1000, 8), count(0, 0, 3), count(0, 0, 5)]);
    await write(
      [...header(), kernel(0), call(0, 0, 1000, 8), count(0, 0, 2)],
      '2-b.jsonl',
      '{"kind": "ca',
    );
    expect((await run()).added).toMatchObject([
      { source: 'app.py:3 copy', calls: 7, doubt: expect.stringMatching(/^grid \[cdiv/) },
    ]);
  });

  it('makes a grid parameter where no expression fits every call', async () => {
    expectGolden(
      await recorded([kernel(0), call(0, 0, 1000, 8), call(0, 1, 1001, 77), call(0, 2, 1002, 5)]),
    );
  });

  it('learns the grid from the launches of @triton.autotune', async () => {
    const autotune = {
      keys: ['n'],
      configs: [64, 128].map((size) => ({
        constants: { BLOCK: ['int', `${size}`] },
        options: { num_warps: 4 },
      })),
    };
    const { call: _call, ...trial } = call(1, 0, 128, 2, { kind: 'trial' });
    const text = await recorded([
      kernel(0, { autotune }),
      call(0, 0, 128, 1),
      kernel(1, { autotune, constants: { BLOCK: ['int', '64'] } }),
      trial,
    ]);
    expect(text).toContain('grid: [cdiv(n, BLOCK)]');
    expect(text).toContain('- { BLOCK: 128, num_warps: 4 }');
    expect(text).not.toContain('BLOCK: 64');
  });

  it('names entries after what differs', async () => {
    const half = { signature: { x_ptr: '*fp16', out_ptr: '*fp16', n: 'i32', BLOCK: 'constexpr' } };
    await write([
      ...header(),
      kernel(0),
      kernel(1, half),
      kernel(2, { constants: { BLOCK: ['int', '256'] } }),
      ...[0, 1, 2].map((owner) => call(owner, 0, 1000, owner === 2 ? 4 : 8)),
    ]);
    const { added } = await run();
    expect(added.map(({ name }) => name)).toEqual(['copy_fp32_{BLOCK}', 'copy_fp16']);
  });

  it('writes one entry with `for` for kernels that differ in numbers', async () => {
    const sizes = [128, 256, 512];
    const text = await recorded(
      sizes.flatMap((size, id) => [
        kernel(id, {
          constants: { BLOCK: ['int', `${size}`] },
          options: { num_warps: size === 512 ? 8 : 4, num_stages: 3 },
        }),
        call(id, 0, 1000, Math.ceil(1000 / size)),
        ...(id === 0 ? [call(id, 1, 4096, 32)] : []),
      ]),
    );
    expectGolden(text);
    expect(readManifest(text, 'kernels.yaml').kernels.map(({ name }) => name)).toEqual(
      sizes.map((size) => `copy_${size}`),
    );
    expect((await run()).kept.map(({ name }) => name)).toEqual(sizes.map((each) => `copy_${each}`));
  });

  describe('a kernel whose block covers a whole size', () => {
    const MASKED = APP.replace(/ {4}tl\.store.*/s, '').concat(
      '    lane = tl.arange(0, BLOCK)\n    tl.store(out + lane, tl.load(x + lane, mask=lane < n), mask=lane < n)\n',
    );
    const sizes = async (): Promise<string> =>
      recorded(
        [128, 256].flatMap((size, id) => [
          kernel(id, { constants: { BLOCK: ['int', `${size}`] } }),
          call(id, 0, size, 1),
          call(id, 1, size - 7, 1),
        ]),
      );

    it('refuses calls that the program would not make', async () => {
      await writeFile(join(folder, 'app.py'), MASKED);
      const text = await sizes();
      expect(text).toContain('requires: [n <= BLOCK] # from the masks of the kernel\n');
      const { kernels } = readManifest(text, 'kernels.yaml');
      expect(kernels.map(({ requires }) => requires?.map((each) => each.text))).toEqual([
        ['n <= BLOCK'],
        ['n <= BLOCK'],
      ]);
    });

    it('refuses them also if it is in an installed package', async () => {
      const root = join(folder, 'site');
      const source = { file: join(root, 'some/ops.py'), line: 5 };
      await mkdir(join(root, 'some'), { recursive: true });
      await writeFile(source.file, MASKED);
      const own = {
        name: 'some-lib',
        version: '1.0',
        module: 'some.ops',
        url: null,
        changed: false,
      };
      const text = await recorded([
        kernel(0, { source, package: { ...own, root } }),
        call(0, 0, 128, 1),
        call(0, 1, 121, 1),
      ]);
      expect(text).toContain('source: some.ops:copy');
      expect(text).toContain('requires: [n <= BLOCK]');
    });

    it('has no condition that a recorded call does not meet', async () => {
      await writeFile(join(folder, 'app.py'), MASKED);
      const text = await recorded([kernel(0), call(0, 0, 128, 1), call(0, 1, 4096, 1)]);
      expect(text).not.toContain('requires');
    });

    it('has none if nothing in the text says one', async () => {
      await writeFile(join(folder, 'app.py'), MASKED.replaceAll('lane < n', 'lane < x'));
      expect(await sizes()).not.toContain('requires');
    });
  });

  it('keeps kernels apart that no number names', async () => {
    const withScale = (id: number, scale: string): Line =>
      kernel(id, { constants: { BLOCK: ['float', scale] } });
    await write([
      ...header(),
      withScale(0, '0.5'),
      call(0, 0, 1000, 8),
      withScale(1, '0.25'),
      call(1, 0, 1000, 8),
    ]);
    expect((await run()).added.map(({ name }) => name)).toEqual([
      'copy_block_0p5',
      'copy_block_0p25',
    ]);
  });

  it('fills with integers that are in range for every case', async () => {
    const signature = { x_ptr: '*i64', out_ptr: '*fp32', n: 'i32', BLOCK: 'constexpr' };
    const contents = (id: number, to: number): Line => ({
      kind: 'contents',
      kernel: id,
      call: 0,
      buffers: { x_ptr: { elements: 9, range: [id - 100, to], unchanged: 9, files: null } },
    });
    const text = await recorded([
      kernel(0, { signature }),
      call(0, 0, 1000, 8),
      contents(0, 999),
      kernel(1, { signature }),
      call(1, 0, 4096, 32),
      contents(1, 4095),
    ]);
    expect(text).toContain('x_ptr: { shape: [n], fill: { uniform: { from: -99, to: 999 } } }');
  });

  describe('the code of a kernel', () => {
    const PARAMETERS =
      '%x_ptr: !tt.ptr<f16> loc("x_ptr"(#loc)), %out_ptr: !tt.ptr<f32> loc("out_ptr"(#loc)), %n: i32 loc("n"(#loc))';
    const code = (body: string): string =>
      `module {\n  tt.func public @copy(${PARAMETERS}) {\n${body}\n  }\n}`;
    const STORE = '    tt.store %out_ptr, %0 : !tt.ptr<f32> loc(#loc)';

    it('that makes descriptors requires what these need', async () => {
      const ttir = code(`    %e = arith.extsi %n : i32 to i64 loc(#loc)
    %d = tt.make_tensor_descriptor %x_ptr, [%n, %n], [%e, %c1_i64] : <f16>, <16x64xf16> loc(#loc)
    %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16> loc(#loc)
${STORE}`);
      const text = await recorded([kernel(0, { ttir }), call(0, 0, 1024, 8)]);
      expect(text).toContain(
        'x_ptr: "*fp32:16" # tensor descriptors need it\n      out_ptr: "*fp32"\n',
      );
      expect(text).toContain('n: i32:8 # tensor descriptors need it\n');
    });

    it.each([
      ['fp16 tensors of one size', 'tells', 2, true, true],
      ['fp16 tensors of several sizes', 'tells', 2, false, true],
      ['tensors of another type', 'does not tell', 4, true, false],
      ['tensors that are not there', 'does not tell', 0, true, false],
    ])(
      'that gets the addresses of %s %s a test about them',
      async (_what, _tells, bytes, isUniform, isKnown) => {
        const ttir = code(`    %0 = tt.load %x_ptr : !tt.ptr<i64> loc(#loc)
    %1 = tt.int_to_ptr %0 : i64 -> !tt.ptr<f16> loc(#loc)
    tt.store %1, %2 : !tt.ptr<f16> loc(#loc)`).replace(
          '%x_ptr: !tt.ptr<f32>',
          '%x_ptr: !tt.ptr<i64>',
        );
        const signature = { x_ptr: '*i64', out_ptr: '*fp16', n: 'i32', BLOCK: 'constexpr' };
        const list = { shape: [3], strides: [1] };
        const table = { shape: [3, 100], strides: [100, 1], bytes, isUniform, range: null };
        const text = await recorded([
          kernel(0, { ttir, signature }),
          call(0, 0, 100, 3, {
            buffers: { x_ptr: list, out_ptr: list },
            tables: bytes === 0 ? {} : { x_ptr: table },
          }),
        ]);
        const role = isUniform ? 'out' : 'inout';
        if (isKnown) {
          expect(text).toContain(`x_ptr: { shape: [x_size_0, n], table: fp16, role: ${role} }`);
          expect(text).toContain("# Triton's interpreter cannot follow lists of addresses");
        } else {
          expect(text).toContain(
            '# no test yet: `x_ptr` is a list of addresses, and the recording',
          );
          expect(text).toContain('#     x_ptr: { shape: [SIZE], table: fp16, role: ');
        }
      },
    );

    it('that gets the addresses of tensors keeps the sizes of each call together', async () => {
      const ttir = code(`    %0 = tt.load %x_ptr : !tt.ptr<i64> loc(#loc)
    %1 = tt.int_to_ptr %0 : i64 -> !tt.ptr<f16> loc(#loc)
    %2 = tt.load %out_ptr : !tt.ptr<i32> loc(#loc)
    tt.store %1, %2 : !tt.ptr<f16> loc(#loc)`).replace(
        '%x_ptr: !tt.ptr<f32>',
        '%x_ptr: !tt.ptr<i64>',
      );
      const signature = { x_ptr: '*i64', out_ptr: '*i32', n: 'i32', BLOCK: 'constexpr' };
      const ofSizes = (id: number, values: readonly number[]): Line => {
        const list = { shape: [values.length], strides: [1] };
        const [least, greatest] = [Math.min(...values), Math.max(...values)];
        const facts = { least, greatest, sentinels: 'none', unique: null, sorted: null, values };
        const layout = { shape: [values.length, greatest], strides: [greatest, 1] };
        const table = { ...layout, bytes: 2, isUniform: false, range: null };
        const buffers = { x_ptr: list, out_ptr: list };
        const more = { buffers, integers: { out_ptr: facts }, tables: { x_ptr: table } };
        return call(0, id, values.length, 1, more);
      };
      const text = await recorded([
        kernel(0, { ttir, signature }),
        ofSizes(0, [200, 700]),
        ofSizes(1, [300, 20, 30]),
      ]);
      expect(text).toContain('out_ptr: [n]\n');
      expect(text).toContain('buffers: { out_ptr: { fill: { values: [200, 700] } } } }');
      expect(text).toContain('buffers: { out_ptr: { fill: { values: [300, 20, 30] } } } }');
    });

    it.each([
      ['*i8', '    %q = arith.fptosi %0 : tensor<64xf32> to tensor<64xi8> loc(#loc)', true],
      ['*i8', '    %q = arith.cmpf ogt, %0, %c : tensor<64xf32> loc(#loc)', false],
      [
        '*fp8e4nv',
        '    %q = tt.fp_to_fp %0, rounding = rtne : tensor<64xf32> -> tensor<64xf8E4M3FN> loc(#loc)',
        true,
      ],
      ['*fp32', '    %q = arith.fptosi %0 : tensor<64xf32> to tensor<64xi8> loc(#loc)', false],
    ])('that rounds to %s by "%s" is judged one step wide: %s', async (type, line, isWide) => {
      const signature = { x_ptr: '*fp16', out_ptr: type, n: 'i32', BLOCK: 'constexpr' };
      const ttir = code(`${line}\n${STORE}`);
      const text = await recorded([kernel(0, { ttir, signature }), call(0, 0, 1000, 8)]);
      const tolerance = 'tolerance: { out_ptr: { steps: 1 } }\n';
      if (isWide) expect(text).toContain(tolerance);
      else expect(text).not.toContain('tolerance');
    });

    it('with atomics in one of several compiled kernels depends on their order', async () => {
      const atomic = `    tt.atomic_rmw fadd, acq_rel, gpu, %out_ptr, %0, %m : (!tt.ptr<f32>, f32, i1) -> f32 loc(#loc)`;
      const text = await recorded([
        kernel(0, { ttir: code(STORE) }),
        call(0, 0, 1000, 8),
        kernel(1, { ttir: code(atomic) }),
        call(1, 0, 4096, 32),
      ]);
      expect(text).toContain('deterministic: false\n');
    });
  });

  describe('indices', () => {
    const signature = { x_ptr: '*i64', out_ptr: '*fp32', n: 'i32', BLOCK: 'constexpr' };
    const NOTHING = { sentinels: 'none', unique: null, sorted: null, values: null };
    /** Calls with these sizes and facts about `x_ptr`. */
    const fillOf = async (
      ...calls: readonly (readonly [n: number, facts: Line, shape?: readonly number[]])[]
    ): Promise<string> => {
      const text = await recorded([
        kernel(0, { signature }),
        ...calls.map(([n, facts, shape = [n]], id) =>
          call(0, id, n, Math.ceil(n / 128), {
            integers: { x_ptr: { ...NOTHING, ...facts } },
            buffers: {
              x_ptr: { shape, strides: shape.length === 1 ? [1] : [shape[1], 1] },
              out_ptr: { shape: [n], strides: [1] },
            },
          }),
        ),
      ]);
      return text.slice(text.indexOf('x_ptr: {') + 7, text.indexOf('out_ptr: {')).trim();
    };

    it('that name each slot once stay unique, within the slots of each case', async () => {
      expect(
        await fillOf(
          [1000, { least: 3, greatest: 999, unique: 'buffer' }, [100]],
          [4096, { least: 0, greatest: 4095, unique: 'buffer' }, [100]],
        ),
      ).toBe('{ shape: [100], fill: { uniform: { from: 3, to: n - 1, unique: true } } }');
    });

    it('that are all numbers once are a permutation', async () => {
      const facts = (greatest: number): Line => ({ least: 0, greatest, unique: 'buffer' });
      expect(await fillOf([1000, facts(999)], [4096, facts(4095)])).toBe(
        '{ shape: [n], fill: permutation }',
      );
    });

    it('that follow each other start and end as they did', async () => {
      const facts = (greatest: number): Line => ({ least: 0, greatest, sorted: 'buffer' });
      expect(await fillOf([1000, facts(1000)], [4096, facts(4096)])).toBe(
        '{ shape: [n], fill: { uniform: { from: 0, to: n, sorted: true } } }',
      );
    });

    it('have limits in the cases where no size explains them', async () => {
      const text = await fillOf(
        [1000, { least: 0, greatest: 77 }],
        [4096, { least: 0, greatest: 1234 }],
      );
      expect(text).toBe('{ shape: [n], fill: { uniform: { from: 0, to: x_to } } }');
      expect(await manifest()).toContain(
        '- { n: 1000, x_to: 77 }\n        - { n: 4096, x_to: 1234 }',
      );
    });

    it('that are unique in each row, or are -1, stay so', async () => {
      const shape = [500, 2];
      expect(await fillOf([1000, { least: 0, greatest: 7, unique: 'rows' }, shape])).toContain(
        'fill: { uniform: { from: 0, to: 7, unique: rows } } }',
      );
      await rm(join(folder, 'kernels.yaml'));
      const holes = { least: 0, greatest: 7, sentinels: 'anywhere' };
      expect(await fillOf([1000, holes, shape])).toContain(
        'fill: { uniform: { from: 0, to: 7, sentinel: -1 } } }',
      );
      await rm(join(folder, 'kernels.yaml'));
      // How many entries of a row are valid is in another tensor: then all are.
      expect(await fillOf([1000, { ...holes, sentinels: 'end' }, shape])).toContain(
        'fill: { uniform: { from: 0, to: 7 } } }',
      );
    });

    it('of which there are few are listed', async () => {
      const facts = { least: 0, greatest: 5, sentinels: 'end', values: [5, 0, 5, -1] };
      expect(await fillOf([4, facts])).toBe('{ shape: [n], fill: { values: [5, 0, 5, -1] } }');
    });

    it('have only what all calls show', async () => {
      expect(
        await fillOf(
          [1000, { least: 0, greatest: 99, unique: null, sorted: 'buffer' }],
          [4096, { least: 0, greatest: 99, unique: 'buffer' }],
        ),
      ).toBe('{ shape: [n], fill: { uniform: { from: 0, to: 99 } } }');
    });
  });

  it('gives an argument that is always 1 the type of its other calls', async () => {
    const one = {
      signature: { x_ptr: '*fp32', out_ptr: '*fp32', n: 'constexpr', BLOCK: 'constexpr' },
    };
    const constants = { BLOCK: ['int', '128'], n: ['int', '1'] };
    const text = await recorded([
      kernel(0, { ...one, constants }),
      call(0, 0, 1, 1, { scalars: {} }),
      kernel(1, { signature: { x_ptr: '*fp32', out_ptr: '*fp32', n: 'i64', BLOCK: 'constexpr' } }),
      call(1, 0, 1000, 8),
    ]);
    expect(text).toContain('n: i64');
    expect(text).toContain('- { n: 1 }\n        - { n: 1000 }');
  });

  it('fills buffers as the program did', async () => {
    const contents = {
      kind: 'contents',
      kernel: 0,
      call: 0,
      buffers: {
        x_ptr: { elements: 1000, range: [1.89123, 2.131], unchanged: 1000, files: null },
        out_ptr: { elements: 1000, range: [0, 0], unchanged: 4, files: null },
      },
    };
    const text = await recorded([kernel(0), call(0, 0, 1000, 8), contents]);
    expect(text).toContain('x_ptr: { shape: [n], fill: { uniform: { from: 1.89, to: 2.13 } } }');
    // Four elements were not written, so the buffer needs contents.
    expect(text).toContain('out_ptr: { shape: [n], role: inout, fill: zeros }');
  });

  it('compares nothing where the interpreter would take too long, and says so', async () => {
    const text = await recorded([kernel(0), call(0, 0, 1_280_000, 10_000)]);
    expect(text).toContain(
      "# Every recorded call is too large for Triton's interpreter: nothing is compared.",
    );
    expect(text).toContain('reference: none');
  });

  it('keeps the inputs and outputs of a call with --golden', async () => {
    const bytes = new Uint8Array(4000);
    const file = writeNpy({ type: '<f4', shape: [1000], bytes });
    for (const name of ['x0', 'x1', 'out0', 'out1'])
      await writeFile(join(folder, 'recording', `${name}.npy`), file);
    const kept = (name: string) => ({ before: `${name}0.npy`, after: `${name}1.npy` });
    const contents = {
      kind: 'contents',
      kernel: 0,
      call: 0,
      buffers: {
        x_ptr: { elements: 1000, range: [0, 1], unchanged: 1000, files: kept('x') },
        out_ptr: { elements: 1000, range: [0, 0], unchanged: 0, files: kept('out') },
      },
    };
    expectGolden(await recorded([kernel(0), call(0, 0, 1000, 8), contents], 1));
    expectGolden(await readFile(join(folder, 'golden/copy/outputs.py'), 'utf8'));
    expect(await readFile(join(folder, 'golden/copy/x_ptr.npy'))).toEqual(Buffer.from(file));
  });

  it('keeps a tensor without axes as one element', async () => {
    const file = writeNpy({ type: '<f4', shape: [1], bytes: new Uint8Array(4) });
    await writeFile(join(folder, 'recording', 'a.npy'), file);
    const files = { before: 'a.npy', after: 'a.npy' };
    const buffer = { elements: 1, range: [0, 1], unchanged: 0, files };
    const buffers = { x_ptr: buffer, out_ptr: buffer };
    const scalar = { shape: [], strides: [] };
    const text = await recorded(
      [
        kernel(0),
        call(0, 0, 1, 1, { buffers: { x_ptr: scalar, out_ptr: scalar } }),
        { kind: 'contents', kernel: 0, call: 0, buffers },
      ],
      1,
    );
    expect(text).toContain('x_ptr: { shape: [1], fill: { file: golden/copy/x_ptr.npy } }');
  });

  it('keeps a call of each kernel of an entry with `for`', async () => {
    const files = ['x0', 'out1', 'y0', 'res1'];
    for (const [index, name] of files.entries())
      await writeFile(
        join(folder, 'recording', `${name}.npy`),
        writeNpy({ type: '<f4', shape: [8], bytes: new Uint8Array(32).fill(index) }),
      );
    const contents = (id: number, input: string, output: string): Line => ({
      kind: 'contents',
      kernel: id,
      call: 0,
      buffers: {
        x_ptr: {
          elements: 8,
          range: [0, 1],
          unchanged: 8,
          files: { before: `${input}.npy`, after: `${input}.npy` },
        },
        out_ptr: {
          elements: 8,
          range: [0, 0],
          unchanged: 0,
          files: { before: `${output}.npy`, after: `${output}.npy` },
        },
      },
    });
    const text = await recorded(
      [
        kernel(0),
        call(0, 0, 1000, 8),
        contents(0, 'x0', 'out1'),
        kernel(1, { constants: { BLOCK: ['int', '256'] } }),
        call(1, 0, 2000, 8),
        contents(1, 'y0', 'res1'),
      ],
      1,
    );
    expectGolden(text);
    expect(await readFile(join(folder, 'golden/copy_256/x_ptr.npy'))).toEqual(
      await readFile(join(folder, 'recording/y0.npy')),
    );
    const { kernels } = readManifest(text, 'kernels.yaml');
    expect(kernels.map(({ smoke }) => smoke?.expected)).toMatchObject([
      { source: { file: 'golden/copy_128/outputs.py' } },
      { source: { file: 'golden/copy_256/outputs.py' } },
    ]);
  });

  it.each([
    ['a path', { files: { before: '../../secret', after: 'x.npy' } }, 'x_ptr'],
    ['a link', { files: { before: 'link.npy', after: 'x.npy' } }, 'x_ptr'],
    ['a parameter', { files: null }, '../../x'],
  ])('neither reads nor writes outside of its folders by %s', async (_what, kept, parameter) => {
    await writeFile(join(folder, 'secret'), 'secret');
    await symlink('../secret', join(folder, 'recording/link.npy'));
    const buffer = { elements: 1000, range: [0, 1], unchanged: 1000, ...kept };
    const contents = { kind: 'contents', kernel: 0, call: 0, buffers: { [parameter]: buffer } };
    const failure = await failureOf(() => recorded([kernel(0), call(0, 0, 1000, 8), contents], 1));
    expectGolden(failure.replaceAll(folder, ''));
    const written = await readdir(folder, { recursive: true });
    expect(written.filter((file) => file.endsWith('.npy'))).toEqual(['recording/link.npy']);
  });

  it('lists what it cannot take, in the manifest too', async () => {
    const other = { constants: { BLOCK: ['other', 'a function'] } };
    const text = await recorded([
      kernel(0),
      call(0, 0, 1000, 8),
      kernel(1, { ...other, name: 'apply' }),
      call(1, 0, 1000, 8),
      kernel(2, { name: 'far', source: { file: '/', module: 'far', line: 1 } }),
      kernel(3, { name: 'typed', source: { file: '<stdin>', module: '__main__', line: 1 } }),
      kernel(4, { name: 'amd', target: { backend: 'hip', arch: 'gfx942' } }),
    ]);
    expectGolden(text.slice(text.indexOf('# Not recorded')));
  });
});

describe('record into a manifest', () => {
  const lines = (): readonly Line[] => [kernel(0), call(0, 0, 1000, 8)];

  it.each([
    [
      'a block map with comments',
      '  # mine\n  mine: { source: "m.py:f", signature: "*fp32, 64", grid: 1 } # fast\n\n# The end.\n',
    ],
    ['a flow map', ' { mine: { source: "m.py:f", signature: "*fp32, 64", grid: 1 } }\n'],
  ])('adds to %s', async (what, kernels) => {
    const isFlow = what === 'a flow map';
    const text = `# Ours\npackage:   ours\ntriton: "3.8.0"\ntargets: [sm_90]   # for now\nkernels:${isFlow ? '' : '\n'}${kernels}`;
    await writeFile(join(folder, 'kernels.yaml'), text);
    const merged = await recorded(lines());
    expectGolden(merged);
    const kept = isFlow ? '# for now' : kernels.replace(/ # fast[^]*/, ' # fast');
    expect(merged).toContain(kept);
    await run();
    expect(await manifest()).toBe(merged);
  });

  it.each([
    [
      'arguments',
      'arguments: { x_ptr: "*fp32", out_ptr: "*fp32:16", n: i32 }, constants: { BLOCK: 128 }',
    ],
    ['a signature', 'signature: "*fp32:16, *fp32:16, i32, 128"'],
    [
      'configs',
      'arguments: { x_ptr: "*fp32", out_ptr: "*fp32", n: i32 }, configs: [{ BLOCK: 64 }]',
    ],
  ])('keeps a kernel that a person wrote with %s', async (_form, settings) => {
    const text = `package: ours\ntriton: 3.8.0\ntargets: [sm_90]\nkernels:\n  mine: { source: app.py:copy, ${settings}, grid: 7 }\n`;
    await writeFile(join(folder, 'kernels.yaml'), text);
    await write([...header(), ...lines()]);
    const { added, kept } = await run();
    expect({ added, kept: kept.map(({ name }) => name) }).toEqual({ added: [], kept: ['mine'] });
    expect(await manifest()).toBe(text);
  });

  it('writes in the place of an entry that is not filled in, and keeps the others', async () => {
    const entry = (name: string, source: string): string =>
      `  ${name}: # the name of the C function\n    source: ${source}\n    arguments: { x_ptr: TODO }\n    grid: TODO # blocks\n    # smoke: {}\n`;
    const other = entry('later', 'app.py:later');
    const head = 'package: ours # mine\ntriton: 3.8.0\ntargets: [sm_90]\n\nkernels:\n';
    const text = `${head}${entry('mine', 'app.py:copy')}\n${other}`;
    await writeFile(join(folder, 'kernels.yaml'), text);
    await write([...header(), ...lines()]);
    expect((await run()).added.map(({ name }) => name)).toEqual(['mine']);
    const filled = await manifest();
    expect(
      filled.startsWith(`${head}  # app.py:3: 1 call\n  mine:\n    source: app.py:copy\n`),
    ).toBe(true);
    expect(filled.endsWith(`\n\n${other}`)).toBe(true);
    expect(filled.match(/TODO/g)).toHaveLength(2);
    // Once it is filled in, it stays.
    expect((await run()).kept.map(({ name }) => name)).toEqual(['mine']);
    expect(await manifest()).toBe(filled);
  });

  it('adds packages, but not another version of one that it has', async () => {
    const text = `package: ours\ntriton: 3.8.0\ntargets: [sm_90]\nkernels:\n  mine: { source: app.py:copy, signature: "*fp32, *fp32, i32, 64", grid: 7 }\n`;
    await writeFile(join(folder, 'kernels.yaml'), text);
    const of = (version: string): Line => ({
      package: {
        name: 'Some_Lib',
        version,
        module: 'some.ops',
        root: folder,
        url: null,
        changed: false,
      },
    });
    await write([...header(), kernel(0, of('1.10')), call(0, 0, 1000, 8)]);
    await run();
    expect(await manifest()).toContain('\npackages: { some-lib: "1.10" }\nkernels:\n  mine: {');
    await write([...header(), kernel(0, { ...of('2.0.0'), name: 'other' }), call(0, 0, 1000, 8)]);
    expect((await run()).refused.map(({ reason }) => reason)).toEqual([
      'it is in some-lib 2.0.0, and the manifest has 1.10',
    ]);
  });

  it('takes a package from the Python of the program if the index cannot be reached', async () => {
    const { python: base } = await readerContext(undefined, undefined, PYTHON_CONTEXT);
    execFileSync(base, ['-m', 'venv', '--without-pip', join(folder, 'venv')]);
    const executable = join(folder, 'venv/bin/python');
    const [lib = ''] = await readdir(join(folder, 'venv/lib'));
    const root = join(folder, 'venv/lib', lib, 'site-packages');
    const wheel = wheelOf('some-lib', '1.10', { 'some/ops.py': APP });
    await writeFile(join(folder, wheel.name), wheel.content);
    execFileSync(executable, ['-m', 'zipfile', '-e', join(folder, wheel.name), root]);
    const own = {
      name: 'some-lib',
      version: '1.10',
      module: 'some.ops',
      url: null,
      changed: false,
    };
    const source = { file: join(root, 'some/ops.py'), line: 5 };
    const launch = [kernel(0, { source, package: { ...own, root } }), call(0, 0, 1000, 8)];
    const [start, ...rest] = header();
    const text = [{ ...start, executable }, ...rest, ...launch].map((line) => JSON.stringify(line));
    const script = `printf '%s\\n' "$@" > "$TRITON_AOT_RECORD/1-a.jsonl"`;
    const command = ['sh', '-c', script, 'sh', ...text];
    expect((await run(0, { command, UV_OFFLINE: '1' })).added).toHaveLength(1);
    expect(await manifest()).toContain('packages: { some-lib: "1.10" }');
    expect(await readFile(join(folder, 'kernels.lock'), 'utf8')).toMatch(
      /^some-lib==1\.10 # files sha256:[0-9a-f]{64}$/m,
    );
  });

  it('adds a kernel with other constants under another name', async () => {
    const text =
      'package: ours\ntriton: 3.8.0\ntargets: [sm_90]\nkernels:\n  copy: { source: app.py:copy, signature: "*fp32, *fp32, i32, 64", grid: 7 }\n';
    await writeFile(join(folder, 'kernels.yaml'), text);
    await write([...header(), ...lines()]);
    expect((await run()).added.map(({ name }) => name)).toEqual(['copy_2']);
  });

  it('refuses a recording of another version', async () => {
    await write([{ ...header()[0], format: 2 }]);
    expect(await failureOf(() => run())).toMatch('this version of triton-aot does not write');
  });
});
