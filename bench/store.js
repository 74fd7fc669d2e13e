// Compares a build without changes with a cold one that installs Triton, and measures planning.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, EXAMPLES, median, run, table } from './product.js';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const HITS = 5;
const PLANNED = 10_000;

const work = await mkdtemp(join(tmpdir(), 'bench-store-'));
try {
  await compareExamples();
  await measurePlan();
} finally {
  await rm(work, { recursive: true, force: true });
}

/**
 * Builds each example once cold, all with the same new Triton, then several times from the store.
 */
async function compareExamples() {
  process.env.TRITON_AOT_HOME = join(work, 'home');
  const store = join(work, 'store');
  const rows = [];
  for (const example of EXAMPLES) {
    const out = join(work, example);
    const cold = await build(example, out, store, []);
    const hits = [];
    for (let i = 0; i < HITS; i += 1) hits.push((await build(example, out, store, [])).seconds);
    const install = Number(/Install Triton[^]*?done in ([\d.]+) s/.exec(cold.log)?.[1] ?? 0);
    rows.push({ example, cold: cold.seconds, install, hit: median(hits) });
    process.stderr.write(
      `${example}: cold ${cold.seconds.toFixed(1)} s, hit ${median(hits).toFixed(2)} s\n`,
    );
  }
  // Only the first build installed Triton. Each would have, so its time is added to all.
  const install = Math.max(...rows.map((row) => row.install));
  const text = rows.map(({ example, cold, install: own, hit }) => {
    const whole = cold - own + install;
    return [example, whole.toFixed(1), hit.toFixed(2), (whole / hit).toFixed(0)];
  });
  process.stdout.write(
    `a cold build with installation (${install.toFixed(1)} s of each), and a build from the store, median of ${HITS}\n\n` +
      `${table([['example', 'cold s', 'hit s', 'ratio'], ...text])}\n`,
  );
}

/** Measures the wall time and peak memory of planning. */
async function measurePlan() {
  const folder = join(work, 'plan');
  await mkdir(folder);
  const side = Array.from({ length: 25 }, (_, index) => index).join(', ');
  await writeFile(
    join(folder, 'kernels.yaml'),
    `package: many
triton: 3.8.0
targets: [sm_80, sm_86, sm_89, sm_90]
kernels:
  "k_{a}_{b}":
    for: { a: [${side}], b: [${side}] }
    source: k.py:add
    arguments: { x: "*fp32:16", y: "*fp32:16", n: [i32:16, i32] }
    constants: { A: "{a}", B: "{b}" }
    configs: [{ BLOCK: 128 }, { BLOCK: 256 }]
    grid: [cdiv(n, BLOCK)]
`,
  );
  await writeFile(
    join(folder, 'k.py'),
    `import triton
import triton.language as tl


@triton.jit
def add(x, y, n, BLOCK: tl.constexpr, A: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(x + i, mask=i < n), mask=i < n)
`,
  );
  const memory = join(work, 'memory.mjs');
  await writeFile(
    memory,
    `process.once('exit', () => process.stderr.write('rss ' + process.resourceUsage().maxRSS + '\\n'));\n`,
  );
  const args = ['--import', memory, CLI, 'plan', '--manifest', join(folder, 'kernels.yaml')];
  const runs = [];
  for (let i = 0; i < HITS; i += 1) runs.push(await run(process.execPath, args));
  const rss = Math.max(...runs.map(({ log }) => Number(/rss (\d+)/.exec(log)?.[1]) / 1024));
  const seconds = median(runs.map((each) => each.seconds));
  process.stdout.write(
    `plan of ${PLANNED} variants: ${seconds.toFixed(2)} s, ${rss.toFixed(0)} MiB\n`,
  );
}
