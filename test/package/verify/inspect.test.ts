import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../../src/base/errors.ts';
import { sha256 } from '../../../src/base/text.ts';
import { type Verification, verify } from '../../../src/verify.ts';
import { listFiles } from '../../../src/package/folder.ts';
import { fakePackage } from '../../support/fake-package.ts';
import { expectGolden } from '../../support/golden.ts';
import { expectCpuTime } from '../../support/cpu-time.ts';
import { fakeContext } from './context.ts';
import { changeCubin, edit, reseal, wholePackage } from './whole-package.ts';

let folder = '';
beforeEach(async () => {
  folder = await wholePackage();
});
afterEach(() => rm(dirname(folder), { recursive: true }));

async function inspect(path: string): Promise<Verification> {
  const [verified] = await verify({ package: path }, fakeContext());
  if (verified === undefined) throw new Error('nothing was verified');
  return verified;
}

/** The problems of the package, each as `file: message`, sorted. */
async function problems(): Promise<readonly string[]> {
  const verified = await inspect(folder);
  const found = verified.problems.map(
    ({ message, place }) => `${place?.file.slice(folder.length + 1)}: ${message}`,
  );
  return found.toSorted();
}

async function expectProblems(count: number): Promise<void> {
  const found = await problems();
  expect(found).toHaveLength(count);
  expectGolden(found.join('\n'));
}

const at = (path: string): string => join(folder, path);

interface Variant {
  resources: Record<string, number>;
  algo: number;
  target: string;
  symbol: string;
  sha256: string;
}

interface Manifest {
  kernels: {
    specialisations: string[];
    variants: Variant[];
  }[];
}

/** Changes manifest.json and the checksums. Removes the SBOM, which is for one manifest.json. */
async function editManifest(change: (manifest: Manifest) => unknown): Promise<void> {
  const manifest = JSON.parse(await readFile(at('manifest.json'), 'utf8')) as Manifest;
  change(manifest);
  await writeFile(at('manifest.json'), JSON.stringify(manifest));
  await rm(at('sbom.cdx.json'));
  await reseal(folder);
}

describe('a package as it was built', () => {
  it('has no problems, and the text of each check says what was checked', async () => {
    const { pkg, checks, problems: none } = await inspect(folder);
    expect(none).toEqual([]);
    expectGolden(checks.map(({ outcome, text }) => `${outcome}: ${text}`).join('\n'));
    expect(pkg).toMatchObject({ folder, manifest: { package: 'demo', license: 'MIT' } });
  });

  it('is not a package without manifest.json, which is written last', async () => {
    await rm(at('manifest.json'));
    await expect(problems()).rejects.toThrow('manifest.json');
  });
});

describe('the files of a package', () => {
  it('have a problem each if they are missing, changed or unlisted', async () => {
    await rm(at('sbom.cdx.json'));
    await edit(at('include/demo.h'), (text) => `${text} `);
    await mkdir(at('build'));
    await writeFile(at('build/cache.txt'), '');
    await expectProblems(3);
  });

  it('may not differ in any byte', async () => {
    for (const path of await listFiles(folder)) {
      const before = await readFile(at(path));
      const changed = Buffer.from(before);
      const middle = before.length >> 1;
      changed[middle] = (changed[middle] ?? 0) ^ 1;
      await writeFile(at(path), changed);
      const found = await problems().catch((error: unknown) => {
        if (error instanceof Failure) return error.problems;
        throw error;
      });
      expect([path, found.length > 0]).toEqual([path, true]);
      await writeFile(at(path), before);
    }
    expect(await problems()).toEqual([]);
  });

  it('must not be links, even to the same content', async () => {
    const elsewhere = join(dirname(folder), 'demo.h');
    await writeFile(elsewhere, await readFile(at('include/demo.h')));
    await rm(at('include/demo.h'));
    await symlink(elsewhere, at('include/demo.h'));
    await symlink('/', at('root'));
    await expectProblems(2);
  });

  it('must be in the checksums, manifest.json included', async () => {
    await edit(at('SHA256SUMS'), (text) =>
      text.replace(/.* src\/copy.c\n/, '').replace(/.* manifest.json\n/, ''),
    );
    await expectProblems(3);
  });

  it.each([
    ['have a path outside of it', (text: string) => `${sha256('')}  ../outside\n${text}`],
    ['have an absolute path', (text: string) => `${sha256('')}  /etc/passwd\n${text}`],
    ['list a file twice', (text: string) => `${text}${text.split('\n')[0] ?? ''}\n`],
    ['are cut off', (text: string) => text.slice(0, -5).replace(/\n.{30}.*$/, '\n0123')],
    ['are empty', () => ''],
  ])('are not checked if the checksums %s', async (_what, change) => {
    await edit(at('SHA256SUMS'), change);
    await expect(problems()).rejects.toThrow('checksums');
  });
});

describe('a package with adapted checksums is rejected for', () => {
  it('a changed byte in a cubin', async () => {
    await changeCubin(at('src/copy.c'));
    await reseal(folder);
    await expectProblems(1);
  });

  it('a changed byte in a cubin that two variants share, and that is the base of others', async () => {
    await changeCubin(at('src/scale.c'));
    await reseal(folder);
    const found = await problems();
    expect(found.map((text) => /\[.*?\]/.exec(text)?.[0])).toEqual([
      '[algo 0, specialisation 0, sm_80]',
      '[algo 0, specialisation 1, sm_80]',
      '[algo 1, specialisation 0, sm_80]',
      '[algo 1, specialisation 1, sm_80]',
    ]);
  });

  it('a changed row of the table of cubins', async () => {
    await edit(at('src/scale.c'), (text) =>
      text.replace('{&cubin_1, "scale", 9, 0, 0, 4,', '{&cubin_0, "scale", 9, 0, 0, 16,'),
    );
    await reseal(folder);
    await expectProblems(3);
  });

  it('other C parameters than the cubins read', async () => {
    await edit(at('src/scale.c'), (text) => text.replaceAll('float factor', 'double factor'));
    await reseal(folder);
    await expectProblems(8);
  });

  it('a parameter that one specialisation does not pass', async () => {
    await edit(at('src/copy.c'), (text) => text.replace('{&a.x, &scratch', '{&scratch'));
    await reseal(folder);
    await expectProblems(1);
  });

  it('a cubin of other code, although manifest.json and the checksums are adapted', async () => {
    const sums = (text: string): readonly string[] => text.match(/"sha256": "\w{64}"/g) ?? [];
    const other = await fakePackage(
      `package: demo\ntriton: 3.8.0\ntargets: [sm_90]\nkernels:\n  copy: { source: "k.py:copy", signature: "*fp32, i32", grid: 1 }\n`,
      { copy: ['x', 'n'] },
    );
    const cubinIn = async (path: string): Promise<string> =>
      CUBIN.exec(await readFile(path, 'latin1'))?.[0] ?? '';
    const [ours, theirs] = [
      await cubinIn(at('src/copy.c')),
      await cubinIn(join(other, 'src/copy.c')),
    ];
    await edit(at('src/copy.c'), (text) => text.replace(ours, theirs));
    const listed = sums(await readFile(join(other, 'manifest.json'), 'utf8')).at(-1) ?? '';
    await edit(at('manifest.json'), (text) => text.replace(sums(text).at(-1) ?? '', listed));
    await rm(at('sbom.cdx.json'));
    await reseal(folder);
    await rm(dirname(other), { recursive: true });
    await expectProblems(2);
  });

  it('a launch that no GPU of its target allows', async () => {
    await edit(at('src/copy.c'), (text) => text.replace(/(9, 0, 0, 4, 1), 0,/, '$1, 300000,'));
    await editManifest(({ kernels }) =>
      Object.assign(kernels[1]?.variants[0]?.resources ?? {}, { sharedDynamic: 300_000 }),
    );
    await expectProblems(1);
  });

  it.each<[what: string, change: (manifest: Manifest) => unknown]>([
    ['symbol', ({ kernels }) => Object.assign(kernels[1]?.variants[0] ?? {}, { symbol: 'other' })],
    ['target', ({ kernels }) => Object.assign(kernels[1]?.variants[0] ?? {}, { target: 'sm_100' })],
    ['number of variants', ({ kernels }) => void kernels[0]?.variants.pop()],
    [
      'order of variants',
      ({ kernels: [first] }) => first && (first.variants = first.variants.toReversed()),
    ],
  ])('a changed %s', async (_what, change) => {
    await editManifest(change);
    expectGolden((await problems()).join('\n'));
  });

  it('a package name in manifest.json that is a path', async () => {
    await editManifest((manifest) => Object.assign(manifest, { package: '../../etc' }));
    await expect(problems()).rejects.toThrow(Failure);
  });

  it('the SBOM of another build with other sources', async () => {
    await edit(at('sbom.cdx.json'), (text) =>
      text.replace(/urn:uuid:..../, 'urn:uuid:0000').replace(sha256('k'), sha256('other')),
    );
    await reseal(folder);
    await expectProblems(2);
  });
});

describe('the evidence of a package', () => {
  async function put(changes: object): Promise<void> {
    const record = {
      manifestSha256: sha256(await readFile(at('manifest.json'))),
      packageSha256: sha256(await readFile(at('SHA256SUMS'))),
      run: { repository: 'me/kernels', id: '12' },
      kernel: 'copy',
      algo: 0,
      specialisation: 0,
      target: 'sm_90',
      outcome: 'ran',
      device: 'NVIDIA H100',
      capability: '9.0',
      driver: '12.9',
      triton: '3.8.0',
      ...changes,
    };
    await writeFile(at('evidence.json'), JSON.stringify({ format: 1, records: [record] }));
  }

  it('is counted', async () => {
    await put({});
    const { checks, problems: none } = await inspect(folder);
    expect(none).toEqual([]);
    expect(checks.find(({ name }) => name === 'evidence')).toEqual({
      name: 'evidence',
      outcome: 'ok',
      text: '1 of 9 variants ran on a GPU (NVIDIA H100) in run 12 of me/kernels',
    });
  });

  it.each([
    ['from another build', { manifestSha256: sha256('') }],
    ['of other C code with the same cubins', { packageSha256: sha256('') }],
    ['for a variant that does not exist', { algo: 7 }],
    ['in an unknown format', { outcome: 'hoped for' }],
  ])('is rejected if it is %s', async (_what, changes) => {
    await put(changes);
    await expectProblems(1);
  });
});

it('a manifest.json and a source with long words are read in time', async () => {
  const word = 'x'.repeat(300_000);
  await editManifest(({ kernels }) => void kernels[0]?.specialisations.splice(1, 1, word));
  await edit(at('src/copy.c'), (text) =>
    text.replace(/(\nstruct aot_arguments \{\n.*);/, `$1${word}!;`),
  );
  await reseal(folder);
  await expectCpuTime(5000, async () => expect((await problems()).length).toBeGreaterThan(0));
});

describe('the PTX of a package', () => {
  let own = '';
  const found = async (): Promise<readonly string[]> => {
    const { problems: all } = await inspect(own);
    return all.filter(({ place }) => place?.file.endsWith('scale.c')).map(({ message }) => message);
  };
  const change = (path: string, before: string, after: string): Promise<void> =>
    edit(join(own, path), (text) => text.replace(before, after));

  beforeEach(async () => {
    own = await fakePackage(WITH_PTX, { scale: ['x', 'n', 'BLOCK'] });
  });
  afterEach(() => rm(dirname(own), { recursive: true }));

  it('is checked with its cubin', async () => {
    const { checks } = await inspect(own);
    const check = checks.find(({ name }) => name === 'interface');
    expect(check?.outcome).toBe('ok');
    expectGolden(check?.text ?? '');
  });

  it.each([
    ['another instruction', 'src/scale.c', 'ret;', 'trap'],
    ['another parameter', 'src/scale.c', '.param .b32', '.param .b16'],
    ['another kernel', 'src/scale.c', '.visible .entry scale', '.visible .entry evil1'],
    ['another architecture', 'src/scale.c', 'sm_80\\12', 'sm_90\\12'],
    ['a head that is none', 'src/scale.c', '.version 8.8', '.vers!on 8.8'],
    ['an end in the middle', 'src/scale.c', 'Generated', 'Genera\\0ed'],
    [
      'another launch',
      'src/scale.c',
      '{ptx_0, "scale", 8, 0, -1, 4',
      '{ptx_0, "scale", 8, 0, -1, 8',
    ],
    ['other capabilities', 'src/scale.c', '{ptx_0, "scale", 8, 0,', '{ptx_0, "scale", 7, 5,'],
    ['the capabilities of a cubin', 'src/scale.c', ' 8, 0, -1,', ' 8, 0, 9,'],
    ['a cubin in its place', 'src/scale.c', '{ptx_0,', '{cubin_0,'],
    ['nothing in manifest.json', 'manifest.json', '"ptx": {', '"none": {'],
  ])('is wrong with %s', async (_what, path, before, after) => {
    await change(path, before, after);
    expectGolden((await found()).join('\n') || 'nothing');
    expect((await found()).length).toBeGreaterThan(0);
  });
});

const CUBIN = /static const char cubin_0_stream[^]*?NULL, cubin_0_stream.*\n/;

const WITH_PTX = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
embed: raw
ptx_fallback: true
kernels:
  scale: { source: "k.py:scale", signature: "*fp32, i32, 64", grid: 1 }
`;
