// Divides a build of at least 500 variants among 1, 2, 4 and 8 shards, computes every shard on this
// machine, and compares their CPU times.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cli, table } from './product.js';

const { values: options } = parseArgs({
  options: {
    triton: { type: 'string', default: '3.9.0' },
    python: { type: 'string' },
    // How many shards are computed at once. More than half of the cores would slow each other.
    parallel: { type: 'string', default: '1' },
  },
});
const python = options.python === undefined ? [] : ['--python', options.python];

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url));

/** 504 variants, which take from 0.05 to 3 s. */
const MANIFEST = `package: many
triton: ${options.triton}
targets: [sm_80, sm_90, sm_100, sm_120]
defaults: { specialise: listed }
kernels:
  "add_{dtype}_{block}":
    for: { dtype: [fp16, bf16, fp32], block: [128, 256, 512, 1024, 2048, 4096] }
    source: vector_add.py:add_kernel
    signature: "*{dtype}:16, *{dtype}:16, *{dtype}:16, i64, {block}"
    grid: ["cdiv(n, {block})"]
    configs: [{ num_warps: 1 }, { num_warps: 2 }, { num_warps: 4 }, { num_warps: 8 }, { num_warps: 16 }]
  "matmul_{dtype}_{block}":
    for: { dtype: [fp16, bf16], block: [32, 64, 128] }
    source: matmul.py:matmul_kernel
    arguments:
      { a_ptr: "*{dtype}:16", b_ptr: "*{dtype}:16", bias_ptr: "*{dtype}:16", c_ptr: "*{dtype}:16",
        M: i32, N: i32, K: "i32:16", stride_am: "i32:16", stride_ak: "i32:1", stride_bk: "i32:1",
        stride_bn: "i32:16", stride_cm: "i32:16", stride_cn: "i32:1" }
    constants: { BLOCK_M: "{block}", BLOCK_N: 64, GROUP_SIZE_M: 8, ACTIVATION: leaky_relu, USE_BIAS: true }
    configs:
      - { BLOCK_K: 32, num_warps: 4, num_stages: 2 }
      - { BLOCK_K: 32, num_warps: 4, num_stages: 3 }
      - { BLOCK_K: 32, num_warps: 4, num_stages: 4 }
      - { BLOCK_K: 64, num_warps: 4, num_stages: 2 }
      - { BLOCK_K: 64, num_warps: 8, num_stages: 2 }
      - { BLOCK_K: 64, num_warps: 8, num_stages: 3 }
    grid: ["cdiv(M, {block}) * cdiv(N, 64)"]
`;

const work = await mkdtemp(join(tmpdir(), 'bench-shards-'));
try {
  await cp(join(EXAMPLES, 'vector-add/vector_add.py'), join(work, 'vector_add.py'));
  await cp(join(EXAMPLES, 'matmul/matmul.py'), join(work, 'matmul.py'));
  await writeFile(join(work, 'kernels.yaml'), MANIFEST);
  process.chdir(work);

  const rows = [];
  let whole = 0;
  let sums = '';
  // The first two have no times of an earlier build: those of the second are estimates.
  for (const [count, known] of [
    [1, false],
    [8, false],
    [2, true],
    [4, true],
    [8, true],
  ]) {
    const name = `${count}-${known}`;
    const store = join(work, `store-${name}`);
    if (known) {
      await mkdir(join(store, 'v2'), { recursive: true });
      await cp(join(work, 'store-1-false/v2/history'), join(store, 'v2/history'), {
        recursive: true,
      });
    }
    const parts = Array.from({ length: count }, (_each, index) => `part-${name}-${index + 1}`);
    const waiting = [...parts.entries()];
    const compute = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, part] = next;
        // Shards do not share results, but they all know the same times.
        const own = `${store}-${index}`;
        await cp(store, own, { recursive: true }).catch(() => undefined);
        const shard = ['--shard', `${index + 1}/${count}`, '--out', part, '--store', own];
        await cli(['build', ...shard, '--jobs', '1', ...python]);
      }
    };
    await Promise.all(Array.from({ length: Number(options.parallel) }, compute));
    const seconds = await Promise.all(parts.map(secondsOf));
    const results = ['--results', ...parts, '--store', store, '--out', `aot-${name}`];
    await cli(['build', ...results, ...python]);
    const written = await readFile(`aot-${name}/SHA256SUMS`, 'utf8');
    if (sums !== '' && written !== sums) throw new Error('the packages differ');
    sums = written;
    const total = seconds.reduce((sum, each) => sum + each, 0);
    const largest = Math.max(...seconds);
    if (count === 1) whole = total;
    rows.push([
      String(count),
      known ? 'known' : 'estimated',
      total.toFixed(1),
      largest.toFixed(1),
      ((largest * count) / total).toFixed(3),
      (total / largest).toFixed(2),
      (whole / largest).toFixed(2),
    ]);
    process.stderr.write(`${rows.at(-1).join('  ')}\n`);
  }
  const headings = ['shards', 'times', 'CPU s', 'largest', '÷ mean', 'speed-up', '÷ 1 shard'];
  process.stdout.write(`${table([headings, ...rows])}\n`);
} finally {
  await rm(work, { recursive: true, force: true });
}

/** The CPU time of all results of a shard. */
async function secondsOf(part) {
  const { seconds } = JSON.parse(await readFile(join(part, 'part.json'), 'utf8'));
  return Object.values(seconds).reduce((sum, each) => sum + each, 0);
}
