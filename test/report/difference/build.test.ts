import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesBelow } from '../../../src/base/files.ts';
import { compareBuilds } from '../../../src/report/difference/difference.ts';
import { readBuild } from '../../../src/report/difference/build.ts';
import { findRegressions } from '../../../src/report/difference/regressions.ts';
import { FUNCTIONS, MANIFEST } from '../../cli/demo.ts';
import { fakePackage } from '../../support/fake-package.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { manifestOf } from './builds.ts';

let folder = '';
let before = '';
let after = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compared-'));
  before = await fakePackage(MANIFEST, FUNCTIONS);
  after = await fakePackage(MANIFEST, FUNCTIONS, undefined, ({ kernel, config, target }) =>
    kernel.name === 'scale' && config === 1 && target.name === 'sm_90' ? 255 : 24,
  );
});
afterAll(() =>
  Promise.all([folder, before, after].map((path) => rm(path, { recursive: true, force: true }))),
);

describe('packages in folders', () => {
  it('are compared by their manifest.json: a planted regression is found', async () => {
    const difference = compareBuilds(await readBuild(before), await readBuild(after));
    const found = findRegressions(difference).filter(({ text }) => text.includes('→ 255'));
    expect(found.map(({ kernel, where }) => `${kernel} ${where}`)).toEqual([
      'scale algo 1, specialisation 0, sm_90',
      'scale algo 1, specialisation 1, sm_90',
    ]);
    expect(found[0]?.text).toBe('registers 24 → 255 (+963 %)');
    expect(findRegressions(difference).length).toBeGreaterThan(found.length);
  });

  it.each<[what: string, damage: (path: string) => Promise<void>]>([
    ['changed', (path) => writeFile(path, 'x\n', { flag: 'a' })],
    ['cut off', (path) => truncate(path, 10)],
    ['empty', (path) => truncate(path, 0)],
    ['missing', (path) => rm(path)],
    ['replaced by a folder', async (path) => (await rm(path), mkdir(path))],
  ])('are refused if a file is %s', async (_what, damage) => {
    const { variants, ...rest } = await readBuild(before);
    for (const file of await filesBelow(before)) {
      const damaged = join(folder, 'damaged');
      await cp(before, damaged, { recursive: true });
      await damage(join(damaged, file));
      const error = await readBuild(damaged).catch((thrown: unknown) => thrown);
      // Without manifest.json there is no package.
      const kind =
        file === 'manifest.json' ? expect.stringMatching(/usage|verification/) : 'verification';
      expect([file, error]).toEqual([file, expect.objectContaining({ kind })]);
      await rm(damaged, { recursive: true });
    }
    expect(await readBuild(before)).toEqual({ variants, ...rest });
  });

  it('can be named by the manifest.json', async () => {
    const file = await readBuild(join(before, 'manifest.json'));
    expect(file).toEqual(await readBuild(before));
    expect(file.variants).toHaveLength(10);
  });
});

describe('what is not a package', () => {
  it.each<[what: string, content: string | undefined]>([
    ['does not exist', undefined],
    ['is of another program', '{"name":"webextension"}'],
    ['is of a later version', JSON.stringify(manifestOf([{}], { format: 2 }))],
    ['is damaged', '{"format":1,"pack'],
    ['lacks something', JSON.stringify({ ...manifestOf([{}]), kernels: [{ name: 'add' }] })],
  ])('%s', async (what, content) => {
    const file = join(folder, `${what.replaceAll(/\W/g, '-')}.json`);
    if (content !== undefined) await writeFile(file, content);
    const failure = (await failureOf(() => readBuild(file))).replaceAll(folder, 'FOLDER');
    // What JSON.parse says differs between versions of Node.
    expectGolden(`${failure.replace(/SyntaxError.*\)/, 'SyntaxError …)')}\n`);
  });

  it('is a folder without one', async () => {
    await mkdir(join(folder, 'empty'));
    const failure = await failureOf(() => readBuild(join(folder, 'empty')));
    expectGolden(`${failure.replaceAll(folder, 'FOLDER')}\n`);
  });
});
