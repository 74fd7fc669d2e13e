import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

/** The kernels of the emulator's own tests: offsets that overflow in 32 bits, and with WIDE do not. */
const KERNELS = join(ROOT, 'python/emulate/tests/overflows.py');

const SOME = 'blocks: { first: 1, last: 1, sample: 8, at: [[1]] }';

const MANIFEST = `package: sparse
triton: 3.9.0
targets: [sm_80]
defaults:
  specialise: listed
  smoke: { reference: none }
kernels:
  chunk_states_{wide}:
    for: { wide: [false, true] }
    source: overflows.py:chunk_states
    arguments: { k: "*bf16:16", v: "*bf16:16", states: "*fp32:16", chunks: i32 }
    constants: { K: 64, V: 64, C: 64, WIDE: "{wide}" }
    grid_parameters: { sequences: i32 }
    grid: [chunks, sequences]
    smoke:
      buffers:
        k: [sequences, chunks, 64, K]
        v: [sequences, chunks, 64, V]
        states: { shape: [sequences, chunks, K, V], role: out }
      cases: [{ chunks: 2, sequences: 2 }, { chunks: 4096, sequences: 256, ${SOME} }]
  decode_splits_{wide}:
    for: { wide: [false, true] }
    source: overflows.py:decode_splits
    arguments: { q: "*fp32:16", scratch: "*fp32:16", heads: i32, splits: i32 }
    constants: { D: 128, WIDE: "{wide}" }
    grid_parameters: { tokens: i32 }
    grid: [tokens, heads, splits]
    smoke:
      buffers:
        q: [tokens, heads, D]
        scratch: { shape: [tokens, heads, splits, D], role: out }
      cases: [{ tokens: 2, heads: 2, splits: 2 }, { tokens: 65535, heads: 128, splits: 4, ${SOME} }]
  update_slots_{wide}:
    for: { wide: [false, true] }
    source: overflows.py:update_slots
    arguments: { slots: "*i32:16", x: "*fp32:16", states: "*fp32:16", stride_slot: i32 }
    constants: { W: 1024, WIDE: "{wide}" }
    grid_parameters: { batch: i32 }
    grid: [batch]
    smoke:
      buffers:
        slots: { shape: [batch], fill: { uniform: { from: slots_end - 9, to: slots_end - 1, unique: true } } }
        x: [batch, W]
        states: { shape: [slots_end, W], strides: [stride_slot, 1], role: inout }
      cases:
        - { batch: 3, slots_end: 10, stride_slot: 1024 }
        - { batch: 4, slots_end: 262144, stride_slot: 16384, ${SOME} }
  symmetric_step_{wide}:
    for: { wide: [false, true] }
    source: overflows.py:symmetric_step
    arguments: { x: "*fp32:16", out: "*fp32:16", rows: i32, columns: i32, stride: i32 }
    constants: { M: 32, N: 32, WIDE: "{wide}" }
    grid: ["cdiv(rows, M)", "cdiv(columns, N)"]
    smoke:
      reference: interpreter
      buffers:
        x: { shape: [rows, columns], strides: [stride, 1] }
        out: { shape: [rows, columns], strides: [stride, 1], role: out }
      cases:
        - { rows: 40, columns: 50, stride: 64 }
        - { rows: 65536, columns: 65536, stride: 65536, ${SOME} }
`;

interface Run {
  readonly kernel: string;
  readonly case: string;
  readonly expected: string;
  readonly partial?: string;
  readonly problems: readonly {
    readonly kind: string;
    readonly message: string;
    readonly at?: { readonly file: string };
  }[];
}

interface Result {
  readonly runs: readonly Run[];
  readonly generated?: readonly { readonly kind: string; readonly assumes: readonly string[] }[];
  readonly notes: readonly string[];
}

describe.each(TRITON_VERSIONS)('with Triton %s, a case of 2^32 elements', (version) => {
  let space: Workspace;
  let result: Result;

  beforeAll(async () => {
    const source = await readFile(KERNELS, 'utf8');
    space = await workspace({ 'overflows.py': source, 'kernels.yaml': MANIFEST });
    const common = ['--triton', version, '--python', await tritonPython(version)];
    expectSuccess(await space.triton(['build', ...common, '--jobs', '1']));
    const smoke = await space.triton(['smoke', '--emulate', '--json']);
    expect(smoke).toMatchObject({ code: 6 });
    result = JSON.parse(smoke.stdout) as Result;
  }, 600_000);
  afterAll(() => space.remove());

  it.each(['chunk_states', 'decode_splits', 'update_slots', 'symmetric_step'])(
    'is red if an offset of %s has 32 bits, at its line, and green if it has 64',
    (kernel) => {
      const runsOf = (wide: boolean, some: boolean): readonly Run[] =>
        result.runs.filter(
          (run) => run.kernel === `${kernel}_${wide}` && run.case.endsWith('some blocks') === some,
        );
      const [wrong] = runsOf(false, true);
      expect(wrong?.problems).toMatchObject([
        { kind: 'out-of-bounds', at: { file: 'overflows.py' } },
      ]);
      expect(wrong?.problems[0]?.message).toMatch(
        /overflows\.py:\d+ computes .* in 32 bits, which overflows/,
      );
      expect(
        [...runsOf(false, false), ...runsOf(true, false)].flatMap((run) => run.problems),
      ).toEqual([]);
      expect(runsOf(true, true)).toMatchObject([
        { problems: [], expected: 'none', partial: expect.stringMatching(/^\d+ of \d+ blocks$/) },
      ]);
    },
  );

  it('is generated too, and is then a limit of the kernel, which fails nothing', async () => {
    const args = ['--emulate', '--json', '--generate', '2'];
    const only = ['--only', 'chunk_states_*,decode_splits_*'];
    // The written cases beyond 2^31 elements fail.
    const { stdout, stderr } = await space.triton(['smoke', ...args, ...only]);
    const { generated, notes } = JSON.parse(stdout) as Result;
    expect(generated).toMatchObject([
      { kernel: 'chunk_states_false', kind: 'limit' },
      { kernel: 'decode_splits_false', kind: 'limit' },
    ]);
    expect(generated?.[1]?.assumes).toEqual(['tokens * heads * D < 2147483648']);
    expect(notes).toContainEqual(
      expect.stringMatching(
        /^chunk_states_false is wrong for some tensors of more than 2\^31 elements .* in 32 bits/,
      ),
    );
    expect(stderr).not.toContain('generated case');
  });

  it('says that no outputs were compared', () => {
    expect(result.notes).toContain(
      'symmetric_step_true (rows=65536, columns=65536, stride=65536, some blocks): 9 of 4194304 blocks ran: their accesses were checked, and no outputs were compared',
    );
  });
});
