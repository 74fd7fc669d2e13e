// Compares the emulator with a GPU, bit for bit: see README.md.
//
//   node bench/emulation.js build FOLDER [--triton LIST] [--targets LIST]   builds packages
//   node bench/emulation.js run FOLDER KEPT [--emulate] [--jobs N] [--only TEXT] [--unlike KEPT]
//     tests them, and keeps what kernels wrote; with --unlike, only what differs from what another run has kept
//   node bench/emulation.js compare FOLDER KEPT KEPT                        compares what two devices wrote
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './product.js';

// All manifests with cases. The kernels of test/cases/kernels.yaml and of tensors have none.
const MANIFESTS = [
  'examples/vector-add/kernels.yaml',
  'examples/softmax/kernels.yaml',
  'examples/matmul/kernels.yaml',
  'examples/flash-attention/kernels.yaml',
  'examples/layernorm-linear/kernels.yaml',
  'test/cases/automatic.yaml',
  'test/gpu/gate/kernels.yaml',
  'test/gpu/conditions/kernels.yaml',
];

// Bytes, bits of the exponent and of the fraction of each type of floating-point numbers.
const FLOATS = {
  fp16: [2, 5, 10],
  bf16: [2, 8, 7],
  fp32: [4, 8, 23],
  fp64: [8, 11, 52],
  fp8e5: [1, 5, 2],
  fp8e4nv: [1, 4, 3],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    triton: { type: 'string', default: '3.6.0,3.8.0,3.9.0' },
    targets: { type: 'string', default: 'sm_80,sm_90' },
    emulate: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
    store: { type: 'string' },
    only: { type: 'string', default: '' },
    unlike: { type: 'string' },
  },
});
const [step, folder = '', ...kept] = positionals;
const STEPS = { build: buildAll, run: runAll, compare: compareAll };
if (!(step in STEPS) || folder === '')
  throw new Error('name a step and a folder: see the top of this file');
await STEPS[step](resolve(folder), ...kept.map((each) => resolve(each)));

/** Runs the command line. Returns its output, whatever its exit code is. */
function cli(args, cwd = ROOT) {
  const options = { cwd, maxBuffer: Infinity };
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(ROOT, 'dist/cli.js'), ...args],
      options,
      (error, stdout, stderr) =>
        done({ code: error === null ? 0 : (error.code ?? 1), stdout, stderr }),
    );
  });
}

/** Runs a function for all items, some at a time. */
async function forAll(items, work) {
  const waiting = [...items];
  const one = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, one));
}

/** Builds each manifest for each version and target: FOLDER/VERSION-TARGET/NAME. */
async function buildAll(out) {
  const sources = join(out, 'sources');
  for (const manifest of MANIFESTS) {
    const name = nameOf(manifest);
    const copy = join(sources, name);
    await cp(join(ROOT, manifest, '..'), copy, { recursive: true });
    // The driver of a newer GPU compiles the PTX of sm_80: the very code that is emulated.
    const text = await readFile(join(ROOT, manifest), 'utf8');
    const withPtx = text.replace(/^kernels:/m, 'ptx_fallback: true\n$&');
    for (const triton of values.triton.split(',')) {
      for (const target of values.targets.split(',')) {
        const place = join(out, `${triton}-${target}`, name);
        const flags = [
          '--triton',
          triton,
          '--targets',
          target,
          '--out',
          place,
          '--store',
          storeOf(out),
        ];
        const path = join(copy, `${target}.yaml`);
        await writeFile(path, target === 'sm_80' ? withPtx : text);
        const { code, stderr } = await cli(['build', '--manifest', path, ...flags]);
        console.log(
          `${triton} ${target} ${name}: ${code === 0 ? 'built' : `not built: ${stderr.slice(-600)}`}`,
        );
      }
    }
  }
  await rm(sources, { recursive: true });
}

function storeOf(out) {
  return values.store ?? `${out}-store`;
}

/** `matmul`, `gate` or `automatic`. */
function nameOf(manifest) {
  const parts = manifest.replace(/\/kernels\.yaml$|\.yaml$/, '').split('/');
  return parts.at(-1);
}

/** The packages below a folder: [VERSION-TARGET, NAME]. */
async function packagesOf(out) {
  const groups = (await readdir(out)).filter((group) => /^[\d.]+-sm_/.test(group)).toSorted();
  const lists = await Promise.all(
    groups.map(async (group) =>
      (await readdir(join(out, group))).toSorted().map((name) => [group, name]),
    ),
  );
  return lists.flat().filter((pair) => pair.join('/').includes(values.only));
}

/** Tests each package, and keeps outputs and the result: KEPT/VERSION-TARGET/NAME. */
async function runAll(out, place) {
  const start = performance.now();
  await forAll(await packagesOf(out), async ([group, name]) => {
    const [, target] = group.split('-');
    const scratch = join(tmpdir(), `emulation-${process.pid}-${group}-${name}`);
    const device = values.emulate ? ['--emulate', '--target', target, '--store', storeOf(out)] : [];
    const flags = ['--package', join(out, group, name), '--keep', scratch, '--json', ...device];
    const { code, stdout, stderr } = await cli(['smoke', ...flags]);
    const result = join(place, group, name);
    await rm(result, { recursive: true, force: true });
    await mkdir(result, { recursive: true });
    await cp(join(scratch, 'outputs'), join(result, 'outputs'), { recursive: true }).catch(
      () => undefined,
    );
    await writeDigests(result, values.unlike && join(resolve(values.unlike), group, name));
    await writeFile(join(result, 'result.json'), stdout);
    await writeFile(join(result, 'log.txt'), stderr);
    await rm(scratch, { recursive: true, force: true });
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${seconds} s: ${group} ${name}: exit ${code}`);
  });
}

/** Writes the digests of all outputs, and removes those that `other` has too. */
async function writeDigests(result, other) {
  const known = other === undefined ? {} : await digestsOf(other);
  const digests = {};
  const files = await readdir(join(result, 'outputs'), { recursive: true }).catch(() => []);
  for (const file of files.filter((each) => each.endsWith('.bin')).toSorted()) {
    const path = join(result, 'outputs', file);
    digests[file] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    if (known[file] === digests[file]) await rm(path);
  }
  await writeFile(join(result, 'outputs.json'), JSON.stringify(digests));
}

async function digestsOf(place) {
  return JSON.parse(await readFile(join(place, 'outputs.json'), 'utf8').catch(() => '{}'));
}

/** Compares the outputs of two devices, by kernel. Prints a table in Markdown. */
async function compareAll(out, first, second) {
  console.log(
    '| Triton, target | kernel | runs | equal bytes | within | differ | not run | largest difference |',
  );
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |');
  const totals = {};
  for (const [group, name] of await packagesOf(out)) {
    const { kernels } = JSON.parse(
      await readFile(join(out, group, name, 'smoke/cases.json'), 'utf8'),
    );
    const places = [first, second].map((place) => join(place, group, name));
    const results = await Promise.all(places.map(resultOf));
    const digests = await Promise.all(places.map(digestsOf));
    for (const kernel of kernels) {
      const row = await compareKernel(kernel, places, digests);
      const counts = [row.runs, row.equal, row.within, row.differ, row.missing];
      const why =
        row.missing > 0
          ? [...new Set(results.flatMap((result) => result.get(kernel.name) ?? []))]
          : [];
      console.log(
        `| ${group} | ${kernel.name} | ${counts.join(' | ')} | ${[...row.largest, ...why].join('; ')} |`,
      );
      const total = (totals[group] ??= [0, 0, 0, 0, 0]);
      counts.forEach((count, index) => (total[index] += count));
    }
  }
  for (const [group, counts] of Object.entries(totals))
    console.log(`| ${group} | all | ${counts.join(' | ')} | |`);
}

/** The problems of a result, by kernel. */
async function resultOf(place) {
  const problems = new Map();
  const text = await readFile(join(place, 'result.json'), 'utf8').catch(() => '');
  let runs = [];
  try {
    ({ runs = [] } = JSON.parse(text));
  } catch {
    return problems; // it failed before the first run
  }
  for (const run of runs) {
    const messages = (run.problems ?? []).map(({ message }) => message.slice(0, 160));
    problems.set(run.kernel, [...(problems.get(run.kernel) ?? []), ...messages]);
  }
  return problems;
}

async function compareKernel(kernel, places, digests) {
  const row = { runs: 0, equal: 0, within: 0, differ: 0, missing: 0, largest: [] };
  let worst = { norm: -1, text: '' };
  const files = new Set(
    digests.flatMap((each) => Object.keys(each)).toSorted((a, b) => a.localeCompare(b)),
  );
  for (const file of [...files].filter((each) => each.startsWith(`${kernel.name}/`))) {
    row.runs += 1;
    const [first, second] = digests.map((each) => each[file]);
    if (first === undefined || second === undefined) {
      row.missing += 1;
      continue;
    }
    if (first === second) {
      row.equal += 1;
      continue;
    }
    const [a, b] = await Promise.all(places.map((place) => readFile(join(place, 'outputs', file))));
    const [, index, buffer] = /\/case(\d+)-algo\d+-spec\d+-(.*)\.bin$/.exec(file);
    const { element, tolerance } = kernel.cases[Number(index)].buffers[buffer];
    const found = difference(a, b, element);
    row[found.norm <= (tolerance?.norm ?? 0) ? 'within' : 'differ'] += 1;
    if (found.norm > worst.norm) {
      const text = `${buffer} (${element}): ${found.count} of ${found.all} elements, at most ${found.steps} steps, relative ${found.norm.toExponential(1)}`;
      worst = { norm: found.norm, text };
    }
  }
  if (worst.text !== '') row.largest.push(worst.text);
  return row;
}

/** How many elements differ, by how many steps of their type at most, and the norm of the difference. */
function difference(a, b, element) {
  const float = FLOATS[element];
  const size = float?.[0] ?? Number(element.slice(1)) / 8;
  let [count, steps, squares, length] = [0, 0n, 0, 0];
  for (let at = 0; at + size <= a.length; at += size) {
    const [x, y] = [bitsAt(a, at, size), bitsAt(b, at, size)];
    const [u, v] =
      float === undefined ? [Number(x), Number(y)] : [valueOf(x, float), valueOf(y, float)];
    if (!Number.isNaN(v)) length += v * v;
    if (x === y) continue;
    count += 1;
    const distance = order(x, size) - order(y, size);
    if (distance > steps || -distance > steps) steps = distance < 0n ? -distance : distance;
    squares += Number.isNaN(u - v) ? Infinity : (u - v) ** 2;
  }
  return {
    count,
    all: a.length / size,
    steps,
    norm: length === 0 ? Infinity : Math.sqrt(squares / length),
  };
}

function bitsAt(data, at, size) {
  let bits = 0n;
  for (let byte = size - 1; byte >= 0; byte -= 1) bits = (bits << 8n) | BigInt(data[at + byte]);
  return bits;
}

/** The place of a number among all of its type. */
function order(bits, size) {
  const sign = 1n << BigInt(8 * size - 1);
  return bits >= sign ? sign - bits : bits;
}

function valueOf(bits, [size, exponentBits, fractionBits]) {
  const fraction = Number(bits & ((1n << BigInt(fractionBits)) - 1n)) / 2 ** fractionBits;
  const exponent = Number((bits >> BigInt(fractionBits)) & ((1n << BigInt(exponentBits)) - 1n));
  const bias = 2 ** (exponentBits - 1) - 1;
  const sign = bits >> BigInt(8 * size - 1) ? -1 : 1;
  if (exponent === 2 ** exponentBits - 1) return fraction === 0 ? sign * Infinity : NaN;
  return (
    sign * (exponent === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (exponent - bias))
  );
}
