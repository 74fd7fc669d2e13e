// Compares installing Triton with unpacking a kept environment, whole or without the files that
// compiling does not need.
import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, readPackage, run, table } from './product.js';

const { values: options } = parseArgs({
  options: {
    triton: { type: 'string', default: '3.9.0' },
    python: { type: 'string', default: 'python3' },
    uv: { type: 'string', default: 'uv' },
  },
});

/** Files in Triton's folder that compiling for CUDA does not need. */
const UNNEEDED = [
  '_C/libproton.so',
  'FileCheck',
  'backends/amd/include',
  'backends/amd/lib',
  'backends/nvidia/bin/cuobjdump',
  'backends/nvidia/bin/nvdisasm',
  'backends/nvidia/include',
  'backends/nvidia/lib/cupti',
  'backends/nvidia/lib/cupti-blackwell',
  'instrumentation',
  'plugins',
  'profiler',
];

/** Compression programs and levels. */
const ARCHIVES = [
  ['zstd', '-3 -T0'],
  ['zstd', '-10 -T0'],
  ['gzip', '-6'],
];

const work = await mkdtemp(join(tmpdir(), 'bench-environment-'));
try {
  await compare();
} finally {
  await rm(work, { recursive: true, force: true });
}

async function compare() {
  const rows = [['way to an environment', 'seconds', 'MB kept']];
  const whole = join(work, 'pip-warm');
  for (const { name, install } of await installers()) {
    const cache = join(work, `${name}-cache`);
    for (const state of ['cold', 'warm']) {
      const seconds = await timed(() => install(join(work, `${name}-${state}`), cache));
      rows.push([`${name}, ${state} cache`, text(seconds), text(await megabytes(cache))]);
    }
  }
  const pruned = join(work, 'pruned');
  await cp(whole, pruned, { recursive: true, verbatimSymlinks: true });
  await prune(pruned);
  await expectSameKernels(whole, pruned);
  const sizes = [await megabytes(whole), await megabytes(pruned)].map(text);
  for (const [name, folder] of [
    ['whole', whole],
    ['pruned', pruned],
  ]) {
    for (const [program, flags] of ARCHIVES) rows.push(await archive(name, folder, program, flags));
  }
  process.stdout.write(`Triton ${options.triton}: ${sizes[0]} MB, pruned ${sizes[1]} MB\n\n`);
  process.stdout.write(table(rows));
}

/** Returns the installers, with the arguments that a build uses. */
async function installers() {
  const packages = [`triton==${options.triton}`];
  const pip = async (folder, cache) => {
    await run(options.python, ['-I', '-m', 'venv', folder]);
    const quiet = ['--no-input', '--disable-pip-version-check', '--progress-bar=off'];
    const flags = ['--only-binary=triton', '--cache-dir', cache, ...packages];
    await run(join(folder, 'bin', 'python'), ['-I', '-m', 'pip', 'install', ...quiet, ...flags]);
  };
  const uv = async (folder, cache) => {
    const env = { ...process.env, UV_CACHE_DIR: cache };
    const python = ['--python', join(folder, 'bin', 'python')];
    const flags = ['--only-binary=triton', '--compile-bytecode', ...packages];
    await run(options.uv, ['venv', '--no-project', '--python', options.python, folder], { env });
    await run(options.uv, ['pip', 'install', ...python, ...flags], { env });
  };
  const hasUv = await run(options.uv, ['--version']).then(
    () => true,
    () => false,
  );
  return [{ name: 'pip', install: pip }, ...(hasUv ? [{ name: 'uv', install: uv }] : [])];
}

async function prune(folder) {
  const triton = await tritonFolder(folder);
  for (const name of UNNEEDED) await rm(join(triton, name), { recursive: true, force: true });
  const packages = join(triton, '..');
  for (const name of await readdir(packages)) {
    if (/^(?:pip|setuptools|pkg_resources|_distutils_hack)/.test(name)) {
      await rm(join(packages, name), { recursive: true });
    }
  }
}

async function tritonFolder(folder) {
  const [python] = await readdir(join(folder, 'lib'));
  return join(folder, 'lib', python, 'site-packages', 'triton');
}

/** Builds examples with both environments and compares every cubin. */
async function expectSameKernels(whole, pruned) {
  // For sm_100, ptxas numbers some registers depending on its memory layout, but not in a kernel as
  // small as vector-add.
  const selections = [
    ['vector-add', 'sm_80,sm_90,sm_100,sm_120'],
    ['softmax', 'sm_90'],
  ];
  for (const [example, targets] of selections) {
    const cubins = [];
    for (const folder of [whole, pruned]) {
      const out = join(work, 'out');
      const store = await mkdtemp(join(work, 'store-'));
      const python = join(folder, 'bin', 'python');
      await build(example, out, store, ['--targets', targets, '--python', python]);
      const { kernels } = await readPackage(out);
      cubins.push(
        JSON.stringify(kernels.map(({ variants }) => variants.map(({ sha256 }) => sha256))),
      );
    }
    if (cubins[0] !== cubins[1])
      throw new Error(`${example}: the pruned environment gives other cubins`);
  }
}

async function archive(name, folder, program, flags) {
  const file = join(work, `${name}.tar.${program}`);
  const unpacked = join(work, 'unpacked');
  await mkdir(unpacked);
  const pack = await timed(() =>
    run('tar', ['-C', folder, '-I', `${program} ${flags}`, '-cf', file, '.']),
  );
  const unpack = await timed(() => run('tar', ['-C', unpacked, '-I', program, '-xf', file]));
  const { size } = await stat(file);
  await rm(unpacked, { recursive: true });
  return [
    `${name}, ${program} ${flags}: unpack (pack ${text(pack)})`,
    text(unpack),
    text(size / 1e6),
  ];
}

async function megabytes(folder) {
  if (!existsSync(folder)) return 0;
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      bytes += (await stat(join(entry.parentPath ?? entry.path, entry.name))).size;
  }
  return bytes / 1e6;
}

async function timed(body) {
  const start = performance.now();
  await body();
  return (performance.now() - start) / 1000;
}

function text(number) {
  return number.toFixed(1);
}
