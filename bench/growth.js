// Builds more and more variants, and measures how time and memory grow with their number.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cliMeasured, median, table } from './product.js';
import { plot } from './plot.js';

const { values: options } = parseArgs({
  options: {
    // How many variants are compiled.
    sizes: { type: 'string', default: '10,100,1000' },
    // How many variants are planned and not compiled.
    planned: { type: 'string', default: '10000,100000' },
    rounds: { type: 'string', default: '3' },
    triton: { type: 'string', default: '3.9.0' },
    python: { type: 'string' },
    // The file for the plot, an SVG.
    plot: { type: 'string' },
    // A folder that is kept for the next run, which compiles nothing again. Default: a temporary one.
    work: { type: 'string' },
  },
});
const python = options.python === undefined ? [] : ['--python', options.python];

/** Variants of each kernel: 5 configs for 2 targets. */
const PER_KERNEL = 10;

const STEPS = ['plan', 'build, cold', 'build, nothing changed', 'pack', 'verify'];

const work = options.work ?? (await mkdtemp(join(tmpdir(), 'bench-growth-')));
try {
  await measure();
} finally {
  if (options.work === undefined) await rm(work, { recursive: true, force: true });
}

async function measure() {
  // Installs Triton.
  await write('warm', PER_KERNEL);
  await cliMeasured(buildOf('warm'), work);
  const results = [];
  const note = (result) => {
    results.push(result);
    process.stderr.write(`${cellsOf(result).join('  ')}\n`);
  };
  for (const count of numbers(options.sizes)) {
    const name = String(count);
    await write(name, count);
    note({ step: 'plan', count, ...(await repeated(planOf(name))) });
    if (!existsSync(storeOf(name)))
      note({ step: 'build, cold', count, ...(await cliMeasured(buildOf(name), work)) });
    note({ step: 'build, nothing changed', count, ...(await repeated(buildOf(name))) });
    const packed = join(work, name, 'packed');
    note({
      step: 'pack',
      count,
      ...(await repeated(['pack', ...packageOf(name), '--out', packed])),
    });
    note({
      step: 'verify',
      count,
      ...(await repeated(['verify', ...packageOf(name)])),
    });
  }
  for (const count of numbers(options.planned)) {
    const name = String(count);
    await write(name, count);
    note({ step: 'plan', count, ...(await repeated(planOf(name))) });
  }
  const rows = STEPS.flatMap((step) => results.filter((each) => each.step === step)).map(cellsOf);
  const head = ['step', 'variants', 'wall s', 'CPU s', 'Node MiB', 'largest process MiB'];
  process.stdout.write(table([head, ...rows]));
  if (options.plot !== undefined) await writeFile(options.plot, plot(STEPS, results));
}

function cellsOf({ step, count, seconds, cpu, node, mebibytes }) {
  const times = [seconds, cpu].map((each) => each.toFixed(2));
  return [step, count.toLocaleString('en'), ...times, node.toFixed(0), mebibytes.toFixed(0)];
}

function numbers(text) {
  return text.split(',').filter(Boolean).map(Number);
}

function planOf(name) {
  return ['plan', ...manifestOf(name), '--store', storeOf(name)];
}

function buildOf(name) {
  return ['build', ...manifestOf(name), '--out', join(work, name, 'aot'), '--store', storeOf(name)];
}

function storeOf(name) {
  return join(work, name, 'store');
}

function manifestOf(name) {
  return ['--manifest', join(work, name, 'kernels.yaml'), ...python];
}

function packageOf(name) {
  return ['--package', join(work, name, 'aot')];
}

/** The median time of several rounds, and the most memory of them. */
async function repeated(args) {
  const runs = [];
  for (let round = 0; round < Number(options.rounds); round += 1)
    runs.push(await cliMeasured(args, work));
  const of = (key) => runs.map((run) => run[key]);
  return {
    seconds: median(of('seconds')),
    cpu: median(of('cpu')),
    node: Math.max(...of('node')),
    mebibytes: Math.max(...of('mebibytes')),
  };
}

/** Writes a manifest with so many variants of a small kernel, all of them different. */
async function write(name, count) {
  const folder = join(work, name);
  await mkdir(folder, { recursive: true });
  const scales = Array.from({ length: count / PER_KERNEL }, (_, index) => index + 1);
  await writeFile(
    join(folder, 'kernels.yaml'),
    `package: growth
triton: ${options.triton}
targets: [sm_80, sm_90]
defaults: { specialise: listed }
kernels:
  "scale_{factor}":
    for: { factor: [${scales.join(', ')}] }
    source: scale.py:scale
    arguments: { x: "*fp32:16", y: "*fp32:16", n: "i32:16" }
    constants: { FACTOR: "{factor}" }
    configs: [{ BLOCK: 128 }, { BLOCK: 256 }, { BLOCK: 512 }, { BLOCK: 1024 }, { BLOCK: 2048 }]
    grid: ["cdiv(n, BLOCK)"]
`,
  );
  await writeFile(
    join(folder, 'scale.py'),
    `import triton
import triton.language as tl


@triton.jit
def scale(x, y, n, FACTOR: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(x + i, mask=i < n) * FACTOR, mask=i < n)
`,
  );
}
