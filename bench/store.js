// Compares a build without changes with a cold one that installs Triton, and measures a build after
// one of many kernels has changed.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { build, cliMeasured, EXAMPLES, median, table } from './product.js';

const { values: options } = parseArgs({
  options: {
    // `examples` or `changed`. Default: both.
    scenario: { type: 'string' },
  },
});

const HITS = 5;
const KERNELS = 50;

const work = await mkdtemp(join(tmpdir(), 'bench-store-'));
try {
  if (options.scenario !== 'changed') await compareExamples();
  if (options.scenario !== 'examples') await changeOne();
} finally {
  await rm(work, { recursive: true, force: true });
}

/** Builds each example once cold, with a separate home, then several times from the store. */
async function compareExamples() {
  const store = join(work, 'store');
  const rows = [];
  for (const example of EXAMPLES) {
    process.env.TRITON_AOT_HOME = join(work, 'home', example);
    const out = join(work, example);
    const { seconds: cold } = await build(example, out, store, []);
    const hits = [];
    for (let i = 0; i < HITS; i += 1) hits.push((await build(example, out, store, [])).seconds);
    await rm(process.env.TRITON_AOT_HOME, { recursive: true });
    const hit = median(hits);
    rows.push([example, cold.toFixed(1), hit.toFixed(2), (cold / hit).toFixed(0)]);
    process.stderr.write(`${example}: cold ${cold.toFixed(1)} s, hit ${hit.toFixed(2)} s\n`);
  }
  process.stdout.write(
    `a cold build with installation, and a build from the store, median of ${HITS}\n\n` +
      `${table([['example', 'cold s', 'hit s', 'ratio'], ...rows])}\n`,
  );
}

/** Builds many kernels, each in a separate file, and again after each change of one of them. */
async function changeOne() {
  process.env.TRITON_AOT_HOME = join(work, 'home', 'changed');
  const folder = join(work, 'changed');
  const store = join(work, 'changed-store');
  await mkdir(folder);
  const names = Array.from({ length: KERNELS }, (_, index) => `softmax_${index}`);
  for (const name of names) await writeKernel(folder, name, 0);
  await writeFile(
    join(folder, 'kernels.yaml'),
    `package: changed
triton: 3.9.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
${names
  .map(
    (
      name,
    ) => `  ${name}: { source: "${name}.py:softmax", signature: "*fp32:16, *fp32:16, i32:16, 1024", grid: [rows], grid_parameters: { rows: i32 } }
`,
  )
  .join('')}`,
  );
  const args = [
    'build',
    '--manifest',
    join(folder, 'kernels.yaml'),
    '--out',
    join(work, 'changed-out'),
  ];
  const measured = () => cliMeasured([...args, '--store', store], work);
  await measured();
  const [name] = names;
  const rows = [];
  for (let round = 1; round <= HITS; round += 1) {
    const hit = await measured();
    await writeKernel(folder, name, round);
    const { seconds } = await measured();
    rows.push({ hit: hit.seconds, seconds, compile: await compileTime(store, name) });
  }
  const of = (measure) => median(rows.map(measure)).toFixed(2);
  const cells = [
    of((row) => row.seconds),
    of((row) => row.compile),
    of((row) => row.seconds - row.compile),
    of((row) => row.hit),
  ];
  process.stdout.write(
    `\none of ${KERNELS} kernels changed, median of ${HITS}\n\n` +
      table([['wall s', 'of it compiling', 'the rest', 'nothing changed'], cells]),
  );
}

/** The CPU time of the only variant of a kernel when it was compiled last, in seconds. */
async function compileTime(store, kernel) {
  const folder = join(store, 'v2', 'history');
  const [file] = await readdir(folder);
  const { seconds } = JSON.parse(gunzipSync(await readFile(join(folder, file))));
  return new Map(seconds).get(kernel)[0][1];
}

async function writeKernel(folder, name, version) {
  await writeFile(
    join(folder, `${name}.py`),
    `import triton
import triton.language as tl


@triton.jit
def softmax(y, x, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    values = tl.load(x + row * n + i, mask=i < n, other=-float("inf")) + ${version}.0
    exponents = tl.exp(values - tl.max(values, axis=0))
    tl.store(y + row * n + i, exponents / tl.sum(exponents, axis=0), mask=i < n)
`,
  );
}
