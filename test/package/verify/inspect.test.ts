import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../../src/base/errors.ts';
import { sha256 } from '../../../src/base/text.ts';
import { inspectPackage } from '../../../src/verify.ts';
import { fakePackage } from '../../support/fake-package.ts';
import { expectGolden } from '../../support/golden.ts';
import { fakeContext } from './context.ts';
import { changeCubin, edit, reseal, wholePackage } from './whole-package.ts';

let folder = '';
beforeEach(async () => {
  folder = await wholePackage();
});
afterEach(() => rm(dirname(folder), { recursive: true }));

/** The problems of the package, each as `file: message`, sorted. */
async function problems(): Promise<readonly string[]> {
  const { findings } = await inspectPackage(folder, fakeContext());
  const found = findings.flatMap((finding) =>
    finding.problems.map(
      ({ message, place }) => `${place?.file.slice(folder.length + 1)}: ${message}`,
    ),
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
  parameters: { offset: number; size: number }[];
  resources: Record<string, number>;
  algo: number;
  target: string;
  symbol: string;
  sha256: string;
}

interface Manifest {
  targets: string[];
  sources: { sha256: string }[];
  part?: string;
  kernels: {
    parameters: { type: string }[];
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
    const { pkg, findings } = await inspectPackage(folder, fakeContext());
    expect(findings.flatMap((finding) => finding.problems)).toEqual([]);
    expectGolden(findings.map(({ check }) => `${check.outcome}: ${check.text}`).join('\n'));
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

  it.each<[what: string, change: (text: string) => string]>([
    ['type', (text) => text.replaceAll('float factor', 'double factor')],
    ['order', (text) => text.replaceAll('int32_t n, float factor', 'float factor, int32_t n')],
  ])('a changed %s of parameters in a prototype', async (_what, change) => {
    await edit(at('include/demo/scale.h'), change);
    await reseal(folder);
    await expectProblems(2);
  });

  it('other C parameters in both header and source', async () => {
    for (const file of ['include/demo/scale.h', 'src/scale.c'])
      await edit(at(file), (text) => text.replaceAll('float factor', 'double factor'));
    await reseal(folder);
    await expectProblems(1);
  });

  it.each<[what: string, change: (manifest: Manifest) => unknown]>([
    [
      'type of a parameter in manifest.json',
      ({ kernels }) => void ((kernels[1]?.parameters[0] ?? { type: '' }).type = 'i32'),
    ],
    ['layout of parameters', ({ kernels }) => void kernels[1]?.variants[0]?.parameters.pop()],
    [
      'number of registers',
      ({ kernels }) => void ((kernels[1]?.variants[0]?.resources ?? {})['registers'] = 1),
    ],
    ['symbol', ({ kernels }) => Object.assign(kernels[1]?.variants[0] ?? {}, { symbol: 'other' })],
    [
      'target',
      ({ kernels, targets }) => {
        Object.assign(kernels[1]?.variants[0] ?? {}, { target: 'sm_100' });
        targets.push('sm_100');
      },
    ],
    ['hint', ({ kernels }) => void kernels[0]?.specialisations.splice(0, 1, 'x % 16 == 0')],
    ['number of variants', ({ kernels }) => void kernels[0]?.variants.pop()],
    [
      'order of variants',
      ({ kernels: [first] }) => first && (first.variants = first.variants.toReversed()),
    ],
    ['list of targets', ({ targets }) => void targets.push('sm_120')],
    ['part', (manifest) => void (manifest.part = 'sm_80')],
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
    const { findings } = await inspectPackage(folder, fakeContext());
    expect(findings.find(({ check }) => check.name === 'evidence')).toEqual({
      check: {
        name: 'evidence',
        outcome: 'ok',
        text: '1 of 9 variants ran on a GPU (NVIDIA H100) in run 12 of me/kernels',
      },
      problems: [],
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
  const began = performance.now();
  expect((await problems()).length).toBeGreaterThan(0);
  expect(performance.now() - began).toBeLessThan(5000);
});

describe('the PTX of a package', () => {
  let own = '';
  const found = async (): Promise<readonly string[]> => {
    const { findings } = await inspectPackage(own, fakeContext());
    return findings
      .filter(({ check }) => check.name === 'interface')
      .flatMap(({ problems: all }) => all.map(({ message }) => message));
  };
  const change = (path: string, before: string, after: string): Promise<void> =>
    edit(join(own, path), (text) => text.replace(before, after));

  beforeEach(async () => {
    own = await fakePackage(WITH_PTX, { scale: ['x', 'n', 'BLOCK'] });
  });
  afterEach(() => rm(dirname(own), { recursive: true }));

  it('is checked with its cubin', async () => {
    const { findings } = await inspectPackage(own, fakeContext());
    const [check] = findings.filter((finding) => finding.check.name === 'interface');
    expect(check?.problems).toEqual([]);
    expectGolden(check?.check.text ?? '');
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
    ['another version in manifest.json', 'manifest.json', '"version": "8.8"', '"version": "8.7"'],
    ['another name in manifest.json', 'manifest.json', 'compute_80', 'compute_75'],
    ['nothing in manifest.json', 'manifest.json', '"ptx": {', '"none": {'],
  ])('is wrong with %s', async (_what, path, before, after) => {
    await change(path, before, after);
    expectGolden((await found()).join('\n') || 'nothing');
    expect((await found()).length).toBeGreaterThan(0);
  });
});

const WITH_PTX = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
embed: raw
ptx_fallback: true
kernels:
  scale: { source: "k.py:scale", signature: "*fp32, i32, 64", grid: 1 }
`;
