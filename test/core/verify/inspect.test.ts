import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../../src/core/base/errors.ts';
import { sha256 } from '../../../src/core/base/text.ts';
import { inspectPackage } from '../../../src/core/verify/verify.ts';
import { fakeContext } from './context.ts';
import { edit, reseal, wholePackage } from './whole-package.ts';

let folder = '';
beforeEach(async () => {
  folder = await wholePackage();
});
afterEach(() => rm(dirname(folder), { recursive: true }));

/** What is wrong with the package, each as `file: message`. */
async function problems(): Promise<readonly string[]> {
  const { findings } = await inspectPackage(folder, fakeContext());
  return findings.flatMap((finding) =>
    finding.problems.map(
      ({ message, place }) => `${place?.file.slice(folder.length + 1)}: ${message}`,
    ),
  );
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

/** Changes manifest.json, and the checksums with it; the SBOM is left out, which belongs to one manifest.json. */
async function editManifest(change: (manifest: Manifest) => unknown): Promise<void> {
  const manifest = JSON.parse(await readFile(at('manifest.json'), 'utf8')) as Manifest;
  change(manifest);
  await writeFile(at('manifest.json'), JSON.stringify(manifest));
  await rm(at('sbom.cdx.json'));
  await reseal(folder);
}

describe('a package as it was built', () => {
  it('holds, and it is told what was looked at', async () => {
    const { pkg, findings } = await inspectPackage(folder, fakeContext());
    expect(findings.flatMap((finding) => finding.problems)).toEqual([]);
    expect(findings.map(({ check }) => `${check.outcome} ${check.text}`)).toEqual([
      expect.stringMatching(/^ok \d+ files are as SHA256SUMS says, and nothing else is there$/),
      'ok 9 cubins of 2 kernels take 39 parameters as the C functions pass them, and are what manifest.json says',
      'skipped no evidence of a test on a GPU is there',
      'ok sbom.cdx.json lists 1 source as manifest.json does',
    ]);
    expect(pkg).toMatchObject({ folder, manifest: { package: 'demo', license: 'MIT' } });
  });

  it('is none without manifest.json, which is written last', async () => {
    await rm(at('manifest.json'));
    await expect(problems()).rejects.toThrow('there is no package here: it has no manifest.json');
  });
});

describe('the files of a package', () => {
  it('are all told of that are missing, changed or strange', async () => {
    await rm(at('sbom.cdx.json'));
    await edit(at('include/demo.h'), (text) => `${text} `);
    await mkdir(at('build'));
    await writeFile(at('build/cache.txt'), '');
    expect(await problems()).toEqual([
      'SHA256SUMS: include/demo.h is not what was built',
      'SHA256SUMS: sbom.cdx.json is missing',
      'build/cache.txt: build/cache.txt does not belong to the package: its checksums do not list it',
    ]);
  });

  it('may not be links, even to what is right', async () => {
    const elsewhere = join(dirname(folder), 'demo.h');
    await writeFile(elsewhere, await readFile(at('include/demo.h')));
    await rm(at('include/demo.h'));
    await symlink(elsewhere, at('include/demo.h'));
    await symlink('/', at('root'));
    expect((await problems()).toSorted()).toEqual([
      'include/demo.h: include/demo.h is a link: a package has plain files only',
      'root: root is a link: a package has plain files only',
    ]);
  });

  it('are strange without a line in the checksums, manifest.json too', async () => {
    await edit(at('SHA256SUMS'), (text) =>
      text.replace(/.* src\/copy.c\n/, '').replace(/.* manifest.json\n/, ''),
    );
    expect((await problems()).toSorted()).toEqual([
      'SHA256SUMS: the checksums do not list manifest.json',
      'manifest.json: manifest.json does not belong to the package: its checksums do not list it',
      'src/copy.c: src/copy.c does not belong to the package: its checksums do not list it',
    ]);
  });

  it.each([
    ['lead out of it', (text: string) => `${sha256('')}  ../outside\n${text}`],
    ['are absolute', (text: string) => `${sha256('')}  /etc/passwd\n${text}`],
    ['are named twice', (text: string) => `${text}${text.split('\n')[0] ?? ''}\n`],
    ['are cut off', (text: string) => text.slice(0, -5).replace(/\n.{30}.*$/, '\n0123')],
    ['are none', () => ''],
  ])('are not looked at where the checksums %s', async (_what, change) => {
    await edit(at('SHA256SUMS'), change);
    await expect(problems()).rejects.toThrow('the checksums are missing, cut off or damaged');
  });
});

describe('with its checksums made to fit, a package is found out by', () => {
  it('a byte in the literal of a cubin', async () => {
    // The last of its bytes that stand for themselves belong to the names of its sections.
    await edit(at('src/copy.c'), (text) => text.replace('.shstrtab', '.shstrtax'));
    await reseal(folder);
    expect(await problems()).toEqual([
      'src/copy.c: copy [algo 0, specialisation 0, sm_90]: the C source holds another cubin than manifest.json says',
    ]);
  });

  it('a cubin that two variants share', async () => {
    await edit(at('src/scale.c'), (text) => text.replace('.shstrtab', '.shstrtax'));
    await reseal(folder);
    const found = await problems();
    expect(found).toHaveLength(2);
    expect(found[0]).toContain('scale [algo 0, specialisation 0, sm_80]: ');
    expect(found[1]).toContain('scale [algo 1, specialisation 0, sm_80]: ');
  });

  it('a row of the table that names another cubin, or launches it otherwise', async () => {
    await edit(at('src/scale.c'), (text) =>
      text.replace('{cubin_1, "scale", 9, 0, 0, 4,', '{cubin_0, "scale", 9, 0, 0, 16,'),
    );
    await reseal(folder);
    expect(await problems()).toEqual([
      'src/scale.c: scale [algo 0, specialisation 0, sm_90]: the C source holds another cubin than manifest.json says',
      'src/scale.c: scale [algo 0, specialisation 0, sm_90]: the cubin is made for sm_80, not for sm_90',
      'src/scale.c: scale [algo 0, specialisation 0, sm_90]: warps: the C source has 16, manifest.json says 4',
    ]);
  });

  it.each<[what: string, change: (text: string) => string, message: RegExp]>([
    [
      'type in a prototype',
      (text) => text.replaceAll('float factor', 'double factor'),
      /scale\.h: scale: the header does not declare `CUresult scale\(CUstream stream, CUdeviceptr x, int32_t n, float factor, int64_t rows, int algo_id\)`/,
    ],
    [
      'order in a prototype',
      (text) => text.replaceAll('int32_t n, float factor', 'float factor, int32_t n'),
      /does not declare/,
    ],
  ])('another %s', async (_what, change, message) => {
    await edit(at('include/demo/scale.h'), change);
    await reseal(folder);
    const found = await problems();
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(message);
  });

  it('other C parameters in header and source', async () => {
    for (const file of ['include/demo/scale.h', 'src/scale.c'])
      await edit(at(file), (text) => text.replaceAll('float factor', 'double factor'));
    await reseal(folder);
    expect(await problems()).toEqual([
      'include/demo/scale.h: scale: the C functions take (CUdeviceptr, int32_t, double, int64_t), manifest.json says (CUdeviceptr, int32_t, float, int64_t)',
    ]);
  });

  it.each<[what: string, change: (manifest: Manifest) => unknown, message: string]>([
    [
      'type of a parameter in manifest.json',
      ({ kernels }) => void ((kernels[1]?.parameters[0] ?? { type: '' }).type = 'i32'),
      'copy [algo 0, specialisation 0, sm_90]: parameter 0 `x`: the header passes 4 bytes at offset 0, the kernel reads 8 bytes at offset 0',
    ],
    [
      'layout of parameters',
      ({ kernels }) => void kernels[1]?.variants[0]?.parameters.pop(),
      'copy [algo 0, specialisation 0, sm_90]: parameters: the C source has 8 at 0, 8 at 8, 8 at 16, manifest.json says 8 at 0, 8 at 8',
    ],
    [
      'number of registers',
      ({ kernels }) => void ((kernels[1]?.variants[0]?.resources ?? {})['registers'] = 1),
      'copy [algo 0, specialisation 0, sm_90]: registers: the C source has 16, manifest.json says 1',
    ],
    [
      'symbol',
      ({ kernels }) => Object.assign(kernels[1]?.variants[0] ?? {}, { symbol: 'other' }),
      'copy [algo 0, specialisation 0, sm_90]: the cubin should hold the kernel other only, and holds copy',
    ],
    [
      'target',
      ({ kernels, targets }) => {
        Object.assign(kernels[1]?.variants[0] ?? {}, { target: 'sm_100' });
        targets.push('sm_100');
      },
      'copy [algo 0, specialisation 0, sm_100]: the cubin is made for sm_90, not for sm_100',
    ],
    [
      'hint',
      ({ kernels }) => void kernels[0]?.specialisations.splice(0, 1, 'x % 16 == 0'),
      'scale [algo 0, specialisation 0, sm_80]: parameter 2 `factor`: the header passes 4 bytes at offset 12, the kernel reads 8 bytes at offset 16',
    ],
    [
      'condition of a specialisation',
      ({ kernels }) => void kernels[0]?.specialisations.splice(1, 1, ''),
      'scale: the C source chooses specialisations otherwise than manifest.json says',
    ],
    [
      'number of variants',
      ({ kernels }) => void kernels[0]?.variants.pop(),
      'scale: the C source has 2 algos, 2 specialisations, 2 targets and 8 cubins; manifest.json has 2 algos, 2 specialisations and 7 variants',
    ],
    [
      'order of variants',
      ({ kernels: [first] }) => first && (first.variants = first.variants.toReversed()),
      'scale [algo 1, specialisation 1, sm_90]: manifest.json lists it out of its order',
    ],
    [
      'list of targets',
      ({ targets }) => void targets.push('sm_120'),
      'manifest.json says that the package is for sm_80, sm_90, sm_120, its kernels are for sm_80, sm_90',
    ],
    [
      'part',
      (manifest) => void (manifest.part = 'sm_80'),
      'manifest.json says that the package is for sm_80, its kernels are for sm_80, sm_90',
    ],
  ])('another %s', async (_what, change, message) => {
    await editManifest(change);
    expect((await problems()).join('\n')).toContain(message);
  });

  it('a name in manifest.json that leads elsewhere', async () => {
    await editManifest((manifest) => Object.assign(manifest, { package: '../../etc' }));
    await expect(problems()).rejects.toThrow(Failure);
  });

  it('the SBOM of another build, or with other sources', async () => {
    await edit(at('sbom.cdx.json'), (text) =>
      text.replace(/urn:uuid:..../, 'urn:uuid:0000').replace(sha256('k'), sha256('other')),
    );
    await reseal(folder);
    expect(await problems()).toEqual([
      'sbom.cdx.json: sbom.cdx.json is of another build of the package',
      'sbom.cdx.json: sbom.cdx.json and manifest.json do not list the same sources',
    ]);
  });
});

describe('the evidence of a package', () => {
  async function put(changes: object): Promise<void> {
    const record = {
      manifestSha256: sha256(await readFile(at('manifest.json'))),
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
        text: '1 of 9 variants ran on a GPU (NVIDIA H100)',
      },
      problems: [],
    });
  });

  it.each([
    [
      'of another build',
      { manifestSha256: sha256('') },
      'copy [algo 0, specialisation 0, sm_90] ran in another build of the package',
    ],
    [
      'of a variant that is not there',
      { algo: 7 },
      'copy [algo 7, specialisation 0, sm_90] ran, which the package does not have',
    ],
    ['in no known form', { outcome: 'hoped for' }, 'evidence.json is damaged'],
  ])('is told of that is %s', async (_what, changes, message) => {
    await put(changes);
    expect(await problems()).toEqual([`evidence.json: ${message}`]);
  });
});
