// The variants of packages as Triton's own tools know them.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleFolder } from './product.js';

/**
 * Flags that leave out the kernels with tensor descriptors, which a signature of compile.py cannot
 * name.
 */
export function onlyStock(example) {
  return example === 'matmul' ? ['--only', 'matmul_fp16,matmul_bf16'] : [];
}

/** Returns the Python interpreter with Triton that the log of a build names. */
export function pythonOf(log) {
  const folder = /(?:using Triton \S+ in|installing .* into) (.+)$/m.exec(log)?.[1];
  if (folder !== undefined) return join(folder, 'bin', 'python');
  throw new Error(`no Triton environment in the log of the build:\n${log}`);
}

/**
 * Describes the variants of an example for compile.py.
 * @param kernels of its package's manifest.json
 * @param folder where the files with kernels are copied
 */
export async function stockVariants(example, kernels, folder) {
  await mkdir(folder, { recursive: true });
  await copyKernels(exampleFolder(example), folder, textConstants(kernels));
  return kernels.flatMap((kernel) =>
    kernel.variants.map((variant) => describe(kernel, variant, folder)),
  );
}

/**
 * Describes a variant for compile.py. Constants are positional; in all examples they follow the
 * arguments.
 */
function describe(kernel, { algo, specialisation, target, sha256, resources }, folder) {
  const [file, kernel_name] = kernel.source.split(':');
  const { constants, options: settings } = kernel.algos[algo];
  const hints = hintsOf(kernel.specialisations[specialisation]);
  const types = kernel.parameters.map(({ name, type }) => type + (hints.get(name) ?? ''));
  const values = Object.values(constants).map((value) => standIn(value));
  return {
    name: `${kernel.name} algo ${algo}, specialisation ${specialisation}, ${target}`,
    arch: Number(target.replace('sm_', '')),
    compile: {
      path: join(folder, file),
      kernel_name,
      signature: [...types, ...values].join(', '),
      grid: '1, 1, 1',
      num_warps: settings.num_warps,
      num_stages: settings.num_stages,
    },
    sha256,
    kernel: kernel.name,
    target,
    shared: resources.sharedDynamic,
  };
}

/** Converts `a % 16 == 0, b == 1` to the hints `:16` and `:1` of a signature. */
function hintsOf(condition) {
  const pairs = condition.matchAll(/(\w+)( % 16)? == /g);
  return new Map([...pairs].map(([, name, divisible]) => [name, divisible ? ':16' : ':1']));
}

/**
 * Converts a constant to a number, since compile.py accepts only numbers. Strings become 1, also in
 * the copied kernel file.
 */
function standIn(value) {
  return typeof value === 'string' ? 1 : Number(value);
}

function textConstants(kernels) {
  const values = kernels.flatMap(({ algos }) =>
    algos.flatMap((algo) => Object.values(algo.constants)),
  );
  return new Set(values.filter((value) => typeof value === 'string'));
}

async function copyKernels(from, to, texts) {
  for (const name of await readdir(from)) {
    if (!name.endsWith('.py')) continue;
    let source = await readFile(join(from, name), 'utf8');
    for (const text of texts) source = source.replaceAll(`"${text}"`, standIn(text));
    await writeFile(join(to, name), source);
  }
}
