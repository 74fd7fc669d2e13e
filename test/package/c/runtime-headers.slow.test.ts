import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { assetFolder, RUNTIME_FOLDER } from '../../../src/base/assets.ts';
import { OPERATOR_RUNTIME } from '../../../src/features/operators/package-part.ts';
import { COMPILERS } from '../../support/compilers.ts';
import { operatorsPackage } from '../../features/operators/support/operators.ts';

const AMD_RUNTIME = assetFolder('src/features/amd/assets/c/');
const WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror'];
/** A header alone leaves functions and variables unused. */
const HEADER_WARNINGS = [...WARNINGS, '-Wno-unused-variable', '-Wno-unused-function'];
const FLAGS = { cuda: ['-DAOT_DYNAMIC_DRIVER'], hip: ['-DAOT_HIP', '-DAOT_WITHOUT_ROCM'] } as const;
/** The headers of the runtime that are for one vendor. */
const OF_CUDA = /aot_(?:cuda\w*|driver|tensor|pass_tensor|ptx)\.h$/;
const OF_HIP = /aot_hip\w*\.h$/;

/** Lines are numbered in errors of PyTorch. */
const SAME_LINES = ['-Wno-builtin-macro-redefined', '-D__LINE__=0'];

const compile = promisify(execFile);

/** The headers of the runtime in a package. */
async function headersOf(folder: string): Promise<readonly string[]> {
  const found = await Promise.all(
    ['include/nn', 'src', 'ops'].map(async (part) =>
      (await readdir(join(folder, part))).map((name) => `${part}/${name}`),
    ),
  );
  return found.flat().filter((path) => /aot_\w+\.h$/.test(path));
}

describe("the headers of a package's runtime", () => {
  let folders: readonly string[];

  beforeAll(async () => {
    folders = [await operatorsPackage('both'), await operatorsPackage('ptx')];
  });
  afterAll(async () => {
    for (const folder of folders) await rm(dirname(folder), { recursive: true });
  });

  it('are in the package as they are', async () => {
    const runtime = new Map<string, string>();
    for (const folder of [RUNTIME_FOLDER, OPERATOR_RUNTIME, AMD_RUNTIME])
      for (const name of (await readdir(folder)).filter((each) => each.endsWith('.h')))
        runtime.set(name, await readFile(join(folder, name), 'utf8'));
    const seen = new Set<string>();
    for (const folder of folders)
      for (const path of await headersOf(folder)) {
        const name = path.replace(/.*\//, '');
        seen.add(name);
        const text = await readFile(join(folder, path), 'utf8');
        expect({ path, text }).toEqual({ path, text: runtime.get(name) });
      }
    expect([...seen].toSorted()).toEqual([...runtime.keys()].toSorted());
  });

  it.each(
    (['cuda', 'hip'] as const).flatMap((vendor) =>
      COMPILERS.flatMap((compiler) => [
        [vendor, compiler, 'c', 'c11'] as const,
        [vendor, compiler, 'c++', 'c++17'] as const,
      ]),
    ),
  )('compile one by one for %s with %s as %s', async (vendor, compiler, language, standard) => {
    const compiled = new Set<string>();
    for (const folder of folders) {
      const paths = await headersOf(folder);
      const own = paths.filter((each) => !(vendor === 'hip' ? OF_CUDA : OF_HIP).test(each));
      for (const path of own.filter((each) => !compiled.has(each))) {
        const source = join(dirname(folder), 'one.c');
        // The headers of sources need the names of the GPU's interface; that of PTX needs those of images.
        const first = [
          ...(path.startsWith('include') ? [] : ['include/nn/aot_gpu.h']),
          ...(path.endsWith('aot_pass_tensor.h') ? ['include/nn/aot_tensor.h'] : []),
          ...(path.endsWith('aot_ptx.h') ? ['src/aot_launch.h'] : []),
          ...(path.endsWith('aot_torch.h') ? ['ops/aot_ops.h'] : []),
        ];
        const lines = [...first, path].map((each) => `#include "${join(folder, each)}"\n`);
        await writeFile(source, lines.join(''));
        await compile(compiler, [
          ...HEADER_WARNINGS,
          `-std=${standard}`,
          ...FLAGS[vendor],
          `-I${join(folder, 'include')}`,
          '-fsyntax-only',
          '-x',
          language,
          source,
        ]);
        compiled.add(path);
      }
    }
    expect(compiled.size).toBe(vendor === 'cuda' ? 17 : 13);
  });

  it.each([
    ['src/softmax_fp32.c', 'cuda'],
    ['src/softmax_fp32.hip.c', 'hip'],
    ['ops/operators.c', 'cuda'],
    ['ops/operators.hip.c', 'hip'],
  ] as const)(
    'mean the same to %s with a blank line and a comment after each line',
    async (source, vendor) => {
      const [folder = ''] = folders;
      const spaced = await mkdtemp(join(tmpdir(), 'spaced-'));
      await cp(folder, spaced, { recursive: true });
      for (const path of await headersOf(spaced)) {
        const text = await readFile(join(spaced, path), 'utf8');
        await writeFile(join(spaced, path), withSpace(text));
      }
      const tokensIn = async (place: string): Promise<string> => {
        const include = `-I${join(place, 'include')}`;
        const argv = ['-E', '-P', ...SAME_LINES, ...FLAGS[vendor], include, join(place, source)];
        const { stdout } = await compile('cc', argv, { maxBuffer: 2 ** 26 });
        return stdout.replaceAll(/\s+/g, ' ');
      };
      const expected = await tokensIn(folder);
      expect(await tokensIn(spaced)).toBe(expected);
      expect(expected).toContain('aot_choose(');
      await rm(spaced, { recursive: true });
    },
  );
});

/** Adds a blank line and a comment after each line of C, but not within comments and macros. */
function withSpace(text: string): string {
  let isInComment = false;
  return text
    .split('\n')
    .map((line) => {
      if (line.includes('/*')) isInComment = true;
      if (line.includes('*/')) isInComment = false;
      return isInComment || line.endsWith('\\') ? line : `${line}\n\n/* space */`;
    })
    .join('\n');
}
