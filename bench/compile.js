// Compares the time of building the examples with that of Triton's compile.py, started once per
// variant.
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
    targets: { type: 'string', default: 'sm_90' },
    rounds: { type: 'string', default: '3' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    'stock-jobs': { type: 'string' },
    // Hints and expected outputs are in the store: compile.py does not find them either.
    given: { type: 'boolean', default: false },
    python: { type: 'string' },
  },
});
const jobs = Number(options.jobs);
const stockJobs = Number(options['stock-jobs'] ?? jobs);
const flags = ['--targets', options.targets, '--jobs', options.jobs];
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
  const subjects = [];
  for (const example of EXAMPLES) subjects.push(await prepare(example));
  const count = subjects.reduce((total, { variants }) => total + variants.length, 0);
  const python = options.python ?? pythonOf(subjects[0].log);

  const heading = ['triton-aot s', 'compile.py s', 'ratio', 'efficiency'];
  const rounds = [];
  for (let round = 1; round <= Number(options.rounds); round += 1) {
    const results = [];
    for (const subject of subjects) results.push(await measure(subject, python));
    rounds.push(results);
    const all = summary(figures(sum(results))).map((text, index) => `${heading[index]} ${text}`);
    process.stderr.write(`round ${round} of ${options.rounds}: ${all.join(', ')}\n`);
  }

  const rows = subjects.map(({ example, variants }, index) => [
    example,
    String(variants.length),
    ...middle(rounds.map((results) => results[index])),
  ]);
  const total = ['all', String(count), ...middle(rounds.map(sum))];
  process.stdout.write(
    `${options.targets}; triton-aot with ${jobs} workers, compile.py ${stockJobs} at a time; ` +
      `median of ${rounds.length} rounds\n\n`,
  );
  process.stdout.write(table([['example', 'variants', ...heading], ...rows, total]));
}

/**
 * Builds an example before the timing starts, and reads the arguments for compile.py from its
 * package.
 */
async function prepare(example) {
  const folder = join(work, example);
  const { log } = await build(example, join(folder, 'aot'), join(folder, 'store'), [
    ...flags,
    ...onlyStock(example),
  ]);
  const { kernels } = await readPackage(join(folder, 'aot'));
  return { example, log, variants: await stockVariants(example, kernels, join(folder, 'kernels')) };
}

/** Runs both in turn, so that other load on the machine affects both. */
async function measure({ example, variants }, python) {
  const place = await mkdtemp(join(work, 'round-'));
  const store = join(place, 'store');
  if (options.given)
    await cp(join(work, example, 'store'), store, {
      recursive: true,
      filter: (file) => !/\.(?:kernel|failure|packed)$/.test(file),
    });
  const product = await build(example, join(place, 'aot'), store, [
    ...flags,
    ...onlyStock(example),
  ]);
  const stock = await compileEach(variants, python, place);
  await rm(place, { recursive: true });
  const compiling = /([\d.]+) s of CPU time in ([\d.]+) s, with/.exec(product.log);
  return {
    product: product.seconds,
    stock,
    cpu: Number(compiling[1]),
    wall: Number(compiling[2]),
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
  return { product: add('product'), stock: add('stock'), cpu: add('cpu'), wall: add('wall') };
}

/**
 * Returns the seconds of both, their ratio, and how busy the workers of triton-aot were while it
 * compiled.
 */
function figures({ product, stock, cpu, wall }) {
  return [product, stock, stock / product, cpu / jobs / wall];
}

function middle(results) {
  const columns = results.map(figures);
  return summary(columns[0].map((_, index) => median(columns.map((row) => row[index]))));
}

function summary(numbers) {
  return numbers.map((number) => number.toFixed(2));
}
