import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CASES_FILE, casesSchema } from '../../src/manifest/cases/packaged.ts';
import { compileAll } from '../../src/toolchain/workers/pool.ts';
import type { CompileJob } from '../../src/toolchain/workers/protocol.ts';
import { expectSuccess, ROOT, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const BRIDGE = fileURLToPath(new URL('../../python/bridge', import.meta.url));
const FOLDER = fileURLToPath(new URL('../fixtures/kernels', import.meta.url));
const FILE = join(FOLDER, 'rounding.py');

type Types = Readonly<Record<string, string>>;

function job(name: string, types: Types, more: CompileJob['constants'] = {}): CompileJob {
  const constants: CompileJob['constants'] = { BLOCK: ['int', '32'], ...more };
  const constexprs = Object.keys(constants).map((each) => [each, 'constexpr'] as const);
  return {
    id: 0,
    source: {
      kind: 'import',
      path: [FOLDER],
      module: 'rounding',
      file: FILE,
      function: name,
      folder: FOLDER,
      closure: [FILE],
      depends: [],
    },
    signature: [...Object.entries(types), ...constexprs],
    constants,
    divisors: {},
    options: { num_warps: 4 },
    target: { backend: 'cuda', arch: 90, warpSize: 32 },
  };
}

const product = (type: string, precision = 'tf32'): CompileJob =>
  job(
    'multiplies',
    { x: `*${type}`, y: `*${type}`, out: '*fp32', both: '*fp32' },
    { PRECISION: ['string', precision] },
  );
const gradient = (x: string, out: string): CompileJob =>
  job('rounds', { x, y: '*bf16', rstd: '*fp32', out, dx: '*fp32', n: 'i32' });
const one = (name: string, x: string, out: string): CompileJob => job(name, { x, out });

/** Each job with the outputs that are rounded, and to what. */
const JOBS: readonly (readonly [CompileJob, Types])[] = [
  [job('accumulates', { x: '*bf16', y: '*bf16', w: '*bf16', out: '*fp32', n: 'i32' }), {}],
  [gradient('*bf16', '*fp32'), { out: 'bf16' }],
  [gradient('*fp16', '*fp32'), { out: 'fp16' }],
  [gradient('*fp32', '*fp32'), {}],
  [gradient('*fp32', '*fp64'), { out: 'fp32' }],
  [gradient('*bf16', '*bf16'), {}],
  [product('fp32'), { out: 'tf32', both: 'tf32' }],
  [product('fp32', 'ieee'), {}],
  [product('fp16'), { both: 'fp16' }],
  [product('bf16'), { both: 'bf16' }],
  // The sum of products of fp8 is not fp32 on every GPU.
  [product('fp8e5'), { out: 'fp16', both: 'fp8e5' }],
  [job('chooses', { x: '*fp32', out: '*fp32', most: '*fp32', n: 'i32' }), { out: 'fp16' }],
  [job('narrow', { x: '*bf16', out: '*fp32', most: '*fp32' }), { out: 'bf16' }],
  // Of outputs of 8 bits: what is rounded.
  [job('quantises', { x: '*fp32', out: '*fp8e4nv', most: '*fp8e5' }), { out: 'fp32' }],
  [
    job('quantises', { x: '*bf16', out: '*fp8e5', most: '*fp8e4nv' }),
    { out: 'bf16', most: 'fp8e5' },
  ],
  [one('casts', '*fp32', '*fp8e4nv'), { out: 'fp32' }],
  [one('casts', '*fp32', '*bf16'), { out: 'fp8e5' }],
  [one('of_tensor', 'tensordesc<fp32[32, 32]>', 'tensordesc<fp32[32, 32]>'), { out: 'bf16' }],
  // Not followed: for any output.
  [one('by_function', '*fp32', '*fp32'), { x: 'fp16', out: 'fp16' }],
  [one('in_gluon', '*fp32', '*fp32'), { x: 'bf16', out: 'bf16' }],
];

describe.each(TRITON_VERSIONS)('the code that Triton %s makes', (version) => {
  let python: string;
  let scratch: string;

  beforeAll(async () => {
    python = await tritonPython(version);
    scratch = await mkdtemp(join(tmpdir(), 'rounding-'));
  }, 600_000);
  afterAll(() => rm(scratch, { recursive: true }));

  it('says to which types values are rounded on the way to each output', async () => {
    const outcomes = await compileAll(
      JOBS.map(([each], id) => ({ ...each, id })),
      {
        python,
        bridge: BRIDGE,
        env: process.env,
        scratch,
        workers: 2,
        timeoutMs: 60_000,
        signal: new AbortController().signal,
      },
    );
    const found = outcomes.map((outcome) => (outcome.ok ? outcome.kernel.rounding : outcome));
    expect(found).toEqual(JOBS.map(([, expected]) => expected));
  }, 300_000);

  it('leaves the tolerance of the planted faults as strict as it is', async () => {
    const space = await workspace();
    const manifest = join(ROOT, 'test/gpu/faults/kernels.yaml');
    const options = ['--triton', version, '--python', python, '--targets', 'sm_80'];
    const where = ['--out', 'aot', '--store', 'store'];
    const built = await space.triton(['build', '--manifest', manifest, ...options, ...where]);
    expectSuccess(built);
    const text = await readFile(join(space.folder, 'aot', CASES_FILE), 'utf8');
    await space.remove();
    const outputs = casesSchema
      .parse(JSON.parse(text))
      .kernels.flatMap(({ cases }) => cases.map(({ buffers }) => buffers['y_ptr']?.tolerance));
    expect(outputs).toHaveLength(22);
    expect(new Set(outputs.map((each) => each?.norm))).toEqual(new Set([1e-5]));
  }, 300_000);
});
