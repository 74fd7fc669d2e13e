import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { distribute } from '../../../src/package/archive/distribute.ts';
import type { BuildContext } from '../../../src/base/context.ts';
import { formatProblem } from '../../../src/base/errors.ts';
import { type Verification, verify } from '../../../src/verify.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { packed, readFiles } from '../../support/packed-package.ts';
import { fakeContext } from './context.ts';
import { changeCubin, reseal, wholePackage } from './whole-package.ts';

let folder = '';
let scratch = '';
let context: BuildContext;
beforeEach(async () => {
  folder = await wholePackage();
  scratch = await mkdtemp(join(tmpdir(), 'scratch-'));
  context = { ...fakeContext(), scratch };
});
afterEach(async () => {
  await rm(dirname(folder), { recursive: true });
  await rm(scratch, { recursive: true });
});

/** Verifies one package: a folder or an archive. */
async function verifyOne(path: string): Promise<Verification> {
  const request = { package: path };
  const [verified] = await verify(request, context);
  if (verified === undefined) throw new Error('nothing was verified');
  return verified;
}

/** The folder as a .tar.gz, with more files, as another tool might write it. */
async function pack(further: readonly (readonly [string, string])[] = []): Promise<string> {
  const files = await readFiles(folder);
  const file = join(dirname(folder), 'demo.tar.gz');
  await writeFile(file, packed(new Map([...files, ...further]), 'demo-1.2.0/'));
  return file;
}

describe('a folder', () => {
  it('is verified with a list of the checks', async () => {
    const { pkg, checks, problems } = await verifyOne(folder);
    expect(pkg.folder).toBe(folder);
    expect(problems).toEqual([]);
    expect(checks.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['files', 'ok'],
      ['interface', 'ok'],
      ['evidence', 'skipped'],
      ['sbom', 'ok'],
      ['rebuilt', 'skipped'],
    ]);
  });

  it('is verified with all problems at once', async () => {
    await changeCubin(join(folder, 'src/copy.c'));
    await writeFile(join(folder, 'stray'), '');
    const { problems } = await verifyOne(folder);
    expect(problems).toHaveLength(3);
    expectGolden(problems.map(formatProblem).join('\n').replaceAll(folder, 'PACKAGE'));
  });
});

describe('a damaged folder', () => {
  it.each<[what: string, damage: (file: string) => Promise<unknown>]>([
    ['without manifest.json', () => rm(join(folder, 'manifest.json'))],
    [
      'with a pipe as manifest.json',
      async () => {
        await rm(join(folder, 'manifest.json'));
        execFileSync('mkfifo', [join(folder, 'manifest.json')]);
      },
    ],
    ['that is not there', () => rm(folder, { recursive: true })],
  ])('%s is no package', async (_what, damage) => {
    await damage(folder);
    expectGolden((await failureOf(() => verifyOne(folder))).replaceAll(folder, 'PACKAGE'));
  });

  it('with pipes in place of its files is read to the end', async () => {
    for (const name of ['src/copy.c', 'sbom.cdx.json']) {
      await rm(join(folder, name));
      execFileSync('mkfifo', [join(folder, name)]);
    }
    const { problems } = await verifyOne(folder);
    expectGolden(problems.map(formatProblem).join('\n').replaceAll(folder, 'PACKAGE'));
    await rm(join(folder, 'SHA256SUMS'));
    execFileSync('mkfifo', [join(folder, 'SHA256SUMS')]);
    const failure = await failureOf(() => verifyOne(folder));
    expect(failure).toContain('the checksums are missing, cut off or damaged');
  });

  it('with a further folder has a problem', async () => {
    await mkdir(join(folder, 'src/empty'));
    const { problems } = await verifyOne(folder);
    expectGolden(problems.map(formatProblem).join('\n').replaceAll(folder, 'PACKAGE'));
  });
});

describe('a folder of packages', () => {
  it('has no package without manifest.json', async () => {
    await cp(folder, join(scratch, 'out/sm_80'), { recursive: true });
    await cp(folder, join(scratch, 'out/sm_90'), { recursive: true });
    await rm(join(scratch, 'out/sm_80/manifest.json'));
    const failure = await failureOf(() => verifyOne(join(scratch, 'out')));
    expectGolden(failure.replaceAll(scratch, '…'));
  });

  it('is verified package by package', async () => {
    await cp(folder, join(scratch, 'out/sm_80'), { recursive: true });
    await cp(folder, join(scratch, 'out/sm_90'), { recursive: true });
    await writeFile(join(scratch, 'out/sm_90/stray'), '');
    const request = { package: join(scratch, 'out') };
    const verified = await verify(request, context);
    expect(verified.map(({ pkg, problems }) => [pkg.folder, problems.length])).toEqual([
      [join(scratch, 'out/sm_80'), 0],
      [join(scratch, 'out/sm_90'), 1],
    ]);
  });
});

describe('an archive', () => {
  it('is verified, and no temporary files are left', async () => {
    const [distribution] = await distribute([folder], join(scratch, 'dist'), context);
    const archive = distribution?.files.find(({ kind }) => kind === 'archive');
    const { pkg, checks } = await verifyOne(archive?.file ?? '');
    expect(pkg.folder).toBe(archive?.file);
    expect(checks.at(-1)).toEqual({
      name: 'archive',
      outcome: 'ok',
      text: `${archive?.name} contains only the package and matches aot-demo-1.2.0.SHA256SUMS`,
    });
    expect(await readdir(scratch)).toEqual(['dist']);
  });

  it('has problems with paths in the archive', async () => {
    await changeCubin(join(folder, 'src/copy.c'));
    await reseal(folder);
    const { checks, problems } = await verifyOne(await pack());
    expect(checks).toContainEqual({
      name: 'interface',
      outcome: 'failed',
      text: 'interface: 1 problem',
    });
    expect(problems.map(({ place }) => place?.file)).toEqual(['demo.tar.gz/demo-1.2.0/src/copy.c']);
    expectGolden(problems.map(formatProblem).join('\n'));
    expect(await readdir(scratch)).toEqual([]);
  });

  it('must contain nothing but the package', async () => {
    const file = await pack([['../README', 'read me']]);
    await expect(verifyOne(file)).rejects.toMatchObject({ kind: 'verification' });
    await writeFile(
      file,
      packed(
        new Map([
          ...[...(await readFiles(folder))].map(([path, text]) => [`aot/${path}`, text] as const),
          ['README', ''],
        ]),
        '',
      ),
    );
    const { problems } = await verifyOne(file);
    expect(problems.map(({ place }) => place)).toEqual([{ file }]);
    expectGolden(problems.map(({ message }) => message).join('\n'));
  });

  it('must match the checksums next to it', async () => {
    const [distribution] = await distribute([folder], join(scratch, 'dist'), context);
    const file = distribution?.files.find(({ kind }) => kind === 'archive')?.file ?? '';
    // The time in the header of gzip.
    const content = await readFile(file);
    content[4] = 1;
    await writeFile(file, content);
    const changed = await verifyOne(file);
    const sums = distribution?.files.find(({ kind }) => kind === 'sums')?.file ?? '';
    await writeFile(sums, '');
    const unlisted = await verifyOne(file);
    const problems = [...changed.problems, ...unlisted.problems];
    expectGolden(problems.map(formatProblem).join('\n').replaceAll(scratch, '…'));
  });

  it('without checksums is not compared byte by byte, which the check says', async () => {
    const { checks, problems } = await verifyOne(await pack());
    expect(problems).toEqual([]);
    expect(checks.at(-1)?.text).toBe(
      'demo.tar.gz contains only the package; the bytes of the archive were not compared: no demo.SHA256SUMS beside it',
    );
  });

  it('can have any name', async () => {
    await rename(await pack(), join(scratch, 'download'));
    expect((await verifyOne(join(scratch, 'download'))).problems).toEqual([]);
  });

  it('is damaged if it is truncated', async () => {
    const file = await pack();
    await writeFile(file, (await readFile(file)).subarray(0, -100));
    await expect(verifyOne(file)).rejects.toMatchObject({ kind: 'verification' });
    expect(await readdir(scratch)).toEqual([]);
  });
});
