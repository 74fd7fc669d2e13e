import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import * as assets from '../../src/base/assets.ts';
import { ROOT, TEST_HOME, type Workspace, workspace } from '../support/command.ts';
import { succeed } from '../support/consumer.ts';

/** The folders that the core finds from where the program is. */
const FOLDERS = Object.entries(assets).flatMap(([name, folder]) =>
  name.endsWith('_FOLDER') && typeof folder === 'string' ? [relative(ROOT, folder)] : [],
);

/** Reads which folders features find from there. */
async function foldersOfFeatures(): Promise<readonly string[]> {
  const folder = join(ROOT, 'src/features');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const sources = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return sources.flatMap((text) =>
    [...text.matchAll(/\bassetFolder\('(.+?)'\)/g)].map(([, path = '']) => path),
  );
}

describe('the package for npm', () => {
  let space: Workspace;
  let program: string;
  beforeAll(async () => {
    space = await workspace();
    await space.example('vector-add');
    const env = { npm_config_cache: join(space.folder, 'cache'), npm_config_offline: 'true' };
    const output = await succeed([join(ROOT, 'scripts/pack'), space.folder], env);
    const archive = output.split('\n').find((line) => line.endsWith('.tgz')) ?? '';
    const installed = join(space.folder, 'installed');
    await mkdir(installed);
    await succeed(
      ['npm', 'install', '--prefix', installed, '--ignore-scripts', join(space.folder, archive)],
      env,
    );
    program = join(installed, 'node_modules/.bin/triton-aot');
  });
  afterAll(() => space.remove());

  it('has no dependencies, because dist contains them', async () => {
    const installed = join(space.folder, 'installed');
    const { packages } = JSON.parse(await readFile(join(installed, 'package-lock.json'), 'utf8'));
    expect(Object.keys(packages)).toEqual(['', 'node_modules/triton-aot']);
  });

  it('has every file that the program starts, compiles or copies', async () => {
    const found = await foldersOfFeatures();
    expect(found.length).toBeGreaterThan(3);
    const parts = ['dist', ...FOLDERS, ...found];
    const files = await Promise.all(
      parts.map(async (part) => {
        const names = await readdir(join(ROOT, part), { recursive: true });
        return names.map((name) => join(part, name));
      }),
    );
    const installed = await readdir(dirname(dirname(await realpath(program))), { recursive: true });
    // Python writes there what it has compiled. TypeScript is in dist. Tests and their guide stay here.
    const left = /__pycache__|\/tests\b|README\.md$|\.ts$/;
    const own = files.flat().filter((name) => !left.test(name));
    expect(own.length).toBeGreaterThan(50);
    expect(installed).toEqual(expect.arrayContaining(own));
  });

  it('builds an example', async () => {
    const place = ['--out', join(space.folder, 'aot'), '--store', join(space.folder, 'store')];
    const manifest = ['--manifest', join(space.folder, 'kernels.yaml'), '--targets', 'sm_90'];
    const output = await succeed([program, 'build', ...manifest, ...place], {
      TRITON_AOT_HOME: TEST_HOME,
    });
    expect(output).toMatch(/^Wrote vector_add 1\.0\.0 to .*\(4 compiled, 0 from the store\)$/m);
  });
});
