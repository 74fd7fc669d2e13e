import { afterAll, beforeEach, describe, expect, it } from '#jest';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type BuildContext, Memory } from '../../../src/base/context.ts';
import type { Problem } from '../../../src/base/errors.ts';
import { ownedName } from '../../../src/base/leftovers.ts';
import { distribute, findPackages } from '../../../src/package/archive/distribute.ts';
import { type PackageDistribution, sumsFileOf } from '../../../src/package/archive/distribution.ts';
import { findPackageFolder, unpackArchive } from '../../../src/package/archive/unpack.ts';
import { sha256 } from '../../../src/base/text.ts';
import { run } from '../../../src/base/process.ts';
import { packageFiles } from '../../../src/package/files.ts';
import { writePackage } from '../../../src/package/folder.ts';
import { readPackage } from '../../../src/package/read.ts';
import { writeEvidence } from '../../../src/prove/smoke/evidence.ts';
import { fakeChecked } from '../../support/fake-build.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { nameOfDead } from '../../support/dead-process.ts';
import { silentLog } from '../../support/silent-log.ts';
import { noNetwork } from '../../support/no-network.ts';
import { HERE } from '../../support/here.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  copy: { source: "demo.py:copy_kernel", signature: "*fp32", grid: 1 }
`;

const folders: string[] = [];
let root = '';
let out = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'distribute-'));
  folders.push(root);
  out = join(root, 'release');
});
afterAll(async () => {
  for (const each of folders) await rm(each, { recursive: true, force: true });
});

interface PackageFacts {
  readonly version?: string;
  readonly sbom?: string;
}

/** Writes a package and returns its folder. */
async function write(
  place: string,
  { version = '1.2.0', sbom }: PackageFacts = {},
): Promise<string> {
  const folder = join(root, place);
  await mkdir(dirname(folder), { recursive: true });
  const facts = {
    package: 'demo',
    version,
    tritonVersion: '3.8.0',
    generatorVersion: '0.1.0',
  };
  const further = new Map(sbom === undefined ? [] : [['sbom.cdx.json', sbom]]);
  const linked = fakeChecked(MANIFEST, { copy_kernel: ['x'] });
  await writePackage(folder, packageFiles(facts, linked, further), HERE);
  return folder;
}

function context(signal = new AbortController().signal): BuildContext {
  return {
    env: {},
    platform: { os: 'linux', arch: 'x64', libc: 'glibc' } as unknown as BuildContext['platform'],
    log: silentLog,
    signal,
    runTool: run,
    home: root,
    scratch: root,
    memory: new Memory(),
    freeBytes: () => Promise.resolve(Infinity),
    download: noNetwork,
    now: () => 0,
  };
}

const distributed = (...packages: readonly string[]): Promise<readonly PackageDistribution[]> =>
  distribute(packages, out, context());

/** Writes evidence, as a smoke test does. */
async function addEvidence(folder: string): Promise<void> {
  const pkg = { ...(await readPackage(folder)), cases: [] };
  const record = {
    manifestSha256: pkg.manifestSha256,
    packageSha256: pkg.packageSha256,
    kernel: 'copy',
    algo: 0,
    specialisation: 0,
    target: 'sm_90',
    outcome: 'ran' as const,
    device: 'a GPU',
    capability: '9.0',
    driver: '13.0',
    triton: '3.8.0',
  };
  await writeEvidence(pkg, { records: [record] });
}

describe('a distribution', () => {
  it('has nothing of evidence but its known fields, since they are signed', async () => {
    const folder = await write('aot');
    await addEvidence(folder);
    const file = join(folder, 'evidence.json');
    const before = JSON.parse(await readFile(file, 'utf8')) as { records: object[] };
    const [record] = before.records;
    const more = { ...before, claim: 'certified', records: [{ ...record, certified: true }] };
    await writeFile(file, JSON.stringify(more));
    const [distribution] = await distributed(folder);
    const evidence = distribution?.files.find(({ kind }) => kind === 'evidence');
    expect(JSON.parse(await readFile(evidence?.file ?? '', 'utf8'))).toEqual(before);
  });

  it('has an archive, SBOM, evidence and checksums', async () => {
    const folder = await write('aot', { sbom: '{"sbom":1}\n' });
    await addEvidence(folder);
    const [first, ...others] = await distributed(folder);
    expect(others).toEqual([]);
    expect(first?.stem).toBe('aot-demo-1.2.0');
    expect(first?.pkg.folder).toBe(folder);
    expect(first?.files.map(({ kind, name }) => [kind, name])).toEqual([
      ['archive', 'aot-demo-1.2.0.tar.gz'],
      ['sbom', 'aot-demo-1.2.0.cdx.json'],
      ['evidence', 'aot-demo-1.2.0.evidence.json'],
      ['sums', 'aot-demo-1.2.0.SHA256SUMS'],
    ]);
    for (const { name, file, size, sha256: digest } of first?.files ?? []) {
      expect(file).toBe(join(out, name));
      const content = await readFile(file);
      expect({ size: content.length, digest: sha256(content) }).toEqual({ size, digest });
    }
    const files = first?.files.filter(({ kind }) => kind !== 'sums') ?? [];
    const lines = files.map((file) => `${file.sha256}  ${file.name}\n`);
    const sums = await readFile(join(out, 'aot-demo-1.2.0.SHA256SUMS'), 'utf8');
    const byName = (a: string, b: string): number => (a.slice(66) < b.slice(66) ? -1 : 1);
    expect(sums).toBe(lines.toSorted(byName).join(''));
    expect(await readFile(join(out, 'aot-demo-1.2.0.cdx.json'), 'utf8')).toBe('{"sbom":1}\n');
    expect((await readdir(out)).length).toBe(4);
  });

  it('unpacks to the built package', async () => {
    const folder = await write('aot');
    await writeFile(join(folder, 'mine.txt'), 'not of the package');
    await addEvidence(folder);
    await distributed(folder);
    const unpacked = join(root, 'unpacked');
    await mkdir(unpacked);
    const archive = join(out, 'aot-demo-1.2.0.tar.gz');
    await unpackArchive(archive, unpacked, new AbortController().signal);
    expect(await readdir(unpacked)).toEqual(['demo-1.2.0']);
    const { manifestSha256 } = await readPackage(await findPackageFolder(unpacked));
    expect(manifestSha256).toBe((await readPackage(folder)).manifestSha256);
    const names = await readdir(join(unpacked, 'demo-1.2.0'));
    expect(names).not.toContain('evidence.json');
    expect(names).not.toContain('mine.txt');
  });

  it('has the same archives from another folder, and after a test on a GPU', async () => {
    const [first] = await distributed(await write('aot'));
    const elsewhere = await write('elsewhere/deep/package');
    await addEvidence(elsewhere);
    const [second] = await distributed(elsewhere);
    const archives = (one: PackageDistribution | undefined): unknown =>
      one?.files.filter(({ kind }) => kind === 'archive');
    expect(archives(second)).toEqual(archives(first));
  });

  it('has no evidence of another build', async () => {
    const folder = await write('aot');
    await addEvidence(folder);
    const other = await write('other', { version: '1.3.0' });
    await rename(join(folder, 'evidence.json'), join(other, 'evidence.json'));
    const [{ files } = { files: [] }] = await distributed(other);
    expect(files.map(({ kind }) => kind)).not.toContain('evidence');
  });

  it('has no evidence of which a part is of another build, and says so', async () => {
    const [folder, other] = [await write('aot'), await write('other', { version: '1.3.0' })];
    const kindsOf = async (): Promise<[readonly string[], number]> => {
      const warnings: Problem[] = [];
      const log = { ...silentLog, warning: (problem: Problem) => warnings.push(problem) };
      const [{ files } = { files: [] }] = await distribute([other], out, { ...context(), log });
      return [files.map(({ kind }) => kind), warnings.length];
    };
    expect(await kindsOf()).toEqual([['archive', 'sums'], 0]);
    await addEvidence(folder);
    await addEvidence(other);
    expect(await kindsOf()).toEqual([['archive', 'evidence', 'sums'], 0]);
    const [theirs, own] = await Promise.all(
      [folder, other].map(async (each) => {
        const text = await readFile(join(each, 'evidence.json'), 'utf8');
        return JSON.parse(text) as { readonly records: readonly object[] };
      }),
    );
    const records = [...(own?.records ?? []), ...(theirs?.records ?? [])];
    await writeFile(join(other, 'evidence.json'), JSON.stringify({ ...own, records }));
    expect(await kindsOf()).toEqual([['archive', 'sums'], 1]);
  });

  it('says how many files of each archive are packed', async () => {
    const seen: string[] = [];
    const progress = (done: number, total: number, text: string): void =>
      void seen.push(`${text.split(':')[0]} ${done} of ${total}`);
    const folder = await write('aot');
    await distribute([folder], out, { ...context(), log: { ...silentLog, progress } });
    const count = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
      each.isFile(),
    ).length;
    expect(seen.filter((each) => each.startsWith('aot-demo-1.2.0.tar.gz '))).toEqual(
      Array.from({ length: count }, (_, at) => `aot-demo-1.2.0.tar.gz ${at + 1} of ${count}`),
    );
  });

  it('has its checksums in a file named after the archive', () => {
    expect(sumsFileOf('release/aot-demo-1.2.0.tar.gz')).toBe('release/aot-demo-1.2.0.SHA256SUMS');
    expect(sumsFileOf('aot-demo-1.2.0.zip')).toBeUndefined();
  });

  it('replaces the files of an earlier one and keeps all other files', async () => {
    await mkdir(out);
    const ours = ['tar.gz', 'cdx.json', 'evidence.json', 'SHA256SUMS'];
    const others = ['aot-demo-1.2.0.sigstore.jsonl', 'aot-demo-1.1.0.tar.gz', 'notes.txt'];
    for (const ending of ours) await writeFile(join(out, `aot-demo-1.2.0.${ending}`), 'old');
    for (const name of others) await writeFile(join(out, name), 'theirs');
    await distributed(await write('aot'));
    const names = (await readdir(out)).toSorted();
    // The old SBOM and evidence are gone.
    const left = ['tar.gz', 'SHA256SUMS'].map((ending) => `aot-demo-1.2.0.${ending}`);
    expect(names).toEqual([...others, ...left].toSorted());
    for (const name of others) expect(await readFile(join(out, name), 'utf8')).toBe('theirs');
    for (const name of left) expect(await readFile(join(out, name), 'utf8')).not.toBe('old');
  });
});

describe('a distribution that was killed', () => {
  it('leaves nothing that the next one does not remove', async () => {
    const packages = [await write('aot')];
    await mkdir(out);
    const own = await ownedName(join(out, 'triton-aot-pack'), '');
    for (const each of [own, await nameOfDead(join(out, 'triton-aot-pack'), '')]) {
      await mkdir(each);
      await writeFile(join(each, 'aot-demo-1.2.0.tar.gz.01234567.part'), '');
    }
    const written = new Set<string>();
    const progress = (): void => readdirSync(out).forEach((name) => written.add(name));
    await distribute(packages, out, { ...context(), log: { ...silentLog, progress } });
    // What it writes is in a folder that the next one removes.
    expect([...written].filter((name) => !name.startsWith('triton-aot-pack.'))).toEqual([]);
    // That of a running process stays.
    const names = await readdir(out);
    expect(names.filter((name) => !name.startsWith('aot-demo-1.2.0.'))).toEqual([basename(own)]);
  });
});

describe('nothing is distributed', () => {
  it('if two packages have the same name', async () => {
    const [a, b] = [await write('a'), await write('b')];
    expectGolden((await failureOf(() => distributed(a, b))).replaceAll(root, 'ROOT'));
    expect(await readdir(root)).not.toContain('release');
  });

  it('if a package is damaged', async () => {
    const folder = await write('aot');
    await writeFile(join(folder, 'src/copy.c'), 'int other;');
    await expect(distributed(folder)).rejects.toMatchObject({ kind: 'verification' });
    expect(await readdir(root)).toEqual(['aot']);
  });

  it('if the output folder is a file', async () => {
    await writeFile(out, '');
    const folder = await write('aot');
    expectGolden((await failureOf(() => distributed(folder))).replaceAll(root, 'ROOT'));
  });

  it('if the run is interrupted', async () => {
    const packages = [await write('aot')];
    const reason = new Error('interrupted');
    await expect(distribute(packages, out, context(AbortSignal.abort(reason)))).rejects.toBe(
      reason,
    );
    expect(await readdir(out)).toEqual([]);
  });
});

describe('the packages of a folder', () => {
  it('are the folder itself, if it is a package', async () => {
    const folder = await write('aot');
    await write('aot/inside');
    expect(await findPackages(folder)).toEqual([folder]);
  });

  it('are those directly below it, sorted by name', async () => {
    const parts = [await write('aot/sm_90'), await write('aot/sm_80')];
    await writeFile(join(root, 'aot/manifest'), '');
    await mkdir(join(root, 'aot/empty'));
    expect(await findPackages(join(root, 'aot'))).toEqual(parts.toReversed());
  });

  it.each(['', 'nowhere'])('must exist: `%s`', async (place) => {
    expectGolden((await failureOf(() => findPackages(join(root, place)))).replaceAll(root, 'ROOT'));
  });
});
