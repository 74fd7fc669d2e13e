// Compares the time of building the examples with that of Triton's compile.py, started once per
// variant, and says how much of the processors' time is compiling.
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, EXAMPLES, median, readPackage, run, table } from './product.js';
import { onlyStock, pythonOf, stockVariants } from './stock.js';

const { values: options } = parseArgs({
  options: {
    // Without compile.py, and by default for all targets.
    alone: { type: 'boolean', default: false },
    targets: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    'stock-jobs': { type: 'string' },
    // Hints and expected outputs are in the store: compile.py does not find them either.
    given: { type: 'boolean', default: false },
    python: { type: 'string' },
    // The Python of compile.py: one into which pip installed Triton. Default: the same.
    'stock-python': { type: 'string' },
  },
});
const jobs = Number(options.jobs);
const stockJobs = Number(options['stock-jobs'] ?? jobs);
const targets = options.targets ?? (options.alone ? undefined : 'sm_90');
const flags = ['--jobs', options.jobs];
if (targets !== undefined) flags.push('--targets', targets);
if (options.python !== undefined) flags.push('--python', options.python);

/**
 * Architectures for which ptxas numbers registers differently from run to run, depending on its
 * memory layout.
 */
const VARYING = new Set([100]);

const work = await mkdtemp(join(tmpdir(), 'bench-compile-'));
try {
  await compare();
} finally {
  await rm(work, { recursive: true, force: true });
}

async function compare() {
  process.stderr.write('preparing: installing Triton and building each example once\n');
  const needed = options.alone && !options.given ? EXAMPLES.slice(-1) : EXAMPLES;
  const prepared = new Map();
  for (const example of needed) prepared.set(example, await prepare(example));
  const python = options['stock-python'] ?? options.python ?? pythonOf(prepared.get(needed[0]).log);

  const compared = options.alone ? [] : ['compile.py s', 'ratio'];
  const heading = ['triton-aot s', ...compared, 'compile phase', 'whole', 'with hints'];
  const rounds = [];
  for (let round = 1; round <= Number(options.rounds); round += 1) {
    const results = [];
    for (const example of EXAMPLES)
      results.push(await measure(example, prepared.get(example)?.variants, python));
    rounds.push(results);
    const all = summary(figures(sum(results))).map((text, index) => `${heading[index]} ${text}`);
    process.stderr.write(`round ${round} of ${options.rounds}: ${all.join(', ')}\n`);
  }

  const rows = EXAMPLES.map((example, index) =>
    rowOf(
      example,
      rounds.map((results) => results[index]),
    ),
  );
  const total = rowOf('all', rounds.map(sum));
  const stock = options.alone ? '' : `, compile.py ${stockJobs} at a time`;
  process.stdout.write(
    `${targets ?? 'all targets'}; triton-aot with ${jobs} workers${stock}; ` +
      `median of ${rounds.length} rounds\n\n`,
  );
  process.stdout.write(table([['example', 'variants', ...heading], ...rows, total]));
}

/** All kernels, or those that compile.py can compile too. */
function flagsOf(example) {
  return options.alone ? flags : [...flags, ...onlyStock(example)];
}

/**
 * Builds an example before the timing starts, and reads the arguments for compile.py from its
 * package.
 */
async function prepare(example) {
  const folder = join(work, example);
  const { log } = await build(
    example,
    join(folder, 'aot'),
    join(folder, 'store'),
    flagsOf(example),
  );
  const { kernels } = await readPackage(join(folder, 'aot'));
  return { log, variants: await stockVariants(example, kernels, join(folder, 'kernels')) };
}

/** Runs both in turn, so that other load on the machine affects both: without compile.py, only the build. */
async function measure(example, variants, python) {
  const place = await mkdtemp(join(work, 'round-'));
  const store = join(place, 'store');
  if (options.given)
    await cp(join(work, example, 'store'), store, {
      recursive: true,
      filter: (file) => !/\.(?:kernel|failure|packed)$/.test(file),
    });
  const product = await build(example, join(place, 'aot'), store, flagsOf(example));
  const stock = options.alone ? 0 : await compileEach(variants, python, place);
  await rm(place, { recursive: true });
  const compiling = /(\d+) variants?: ([\d.]+) s of CPU time in ([\d.]+) s/.exec(product.log);
  const hints = /hints of .*: ([\d.]+) s of CPU time/.exec(product.log);
  return {
    product: product.seconds,
    stock,
    variants: Number(compiling[1]),
    cpu: Number(compiling[2]),
    wall: Number(compiling[3]),
    hints: Number(hints?.[1] ?? 0),
  };
}

/** Starts compile.py once per variant, and checks that its cubins equal those of the package. */
async function compileEach(variants, python, place) {
  const script = fileURLToPath(new URL('stock_compile.py', import.meta.url));
  const out = (index) => join(place, `variant-${index}`);
  await Promise.all(variants.map((_, index) => mkdir(out(index))));
  const queue = variants.entries();
  const serve = async () => {
    for (const [index, { arch, compile }] of queue) {
      const job = JSON.stringify([arch, { ...compile, out_path: join(out(index), 'kernel') }]);
      // As in triton-aot, without line tables: they cost time and put paths into the cubins.
      const env = { TRITON_CACHE_DIR: join(out(index), 'cache'), TRITON_DISABLE_LINE_INFO: '1' };
      await run(python, [script, job], { env: { ...process.env, ...env } });
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: stockJobs }, serve));
  const seconds = (performance.now() - start) / 1000;
  for (const [index, { name, arch, sha256 }] of variants.entries()) {
    const agrees = (await hashOfCubin(out(index))) === sha256;
    if (!agrees && !VARYING.has(arch)) throw new Error(`${name}: the cubins differ`);
  }
  return seconds;
}

async function hashOfCubin(folder) {
  const file = (await readdir(folder)).find((name) => name.endsWith('.c'));
  const bytes = (await readFile(join(folder, file), 'utf8')).match(/(?<=\b0x)[\da-f]{2}(?=,| \})/g);
  return createHash('sha256')
    .update(Buffer.from(bytes.join(''), 'hex'))
    .digest('hex');
}

function sum(results) {
  const add = (key) => results.reduce((total, result) => total + result[key], 0);
  return Object.fromEntries(Object.keys(results[0]).map((key) => [key, add(key)]));
}

/**
 * Returns the seconds of both and their ratio, and the processor time of all compiles as a part of
 * what the workers had: while triton-aot compiled, in the whole command, and with finding hints.
 */
function figures({ product, stock, cpu, wall, hints }) {
  const compared = options.alone ? [] : [stock, stock / product];
  const whole = jobs * product;
  return [product, ...compared, cpu / jobs / wall, cpu / whole, (cpu + hints) / whole];
}

function rowOf(name, results) {
  return [name, String(results[0].variants), ...middle(results)];
}

function middle(results) {
  const columns = results.map(figures);
  return summary(columns[0].map((_, index) => median(columns.map((row) => row[index]))));
}

function summary(numbers) {
  return numbers.map((number) => number.toFixed(2));
}
