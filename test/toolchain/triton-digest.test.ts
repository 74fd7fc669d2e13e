import { beforeEach, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCKS_FOLDER } from '../../src/base/assets.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import { canonicalJson, sha256 } from '../../src/base/text.ts';
import { RELEASES } from '../../src/manifest/terms/triton-version.ts';
import { NUMPY } from '../../src/toolchain/own-environment.ts';
import { openToolchain } from '../../src/toolchain/toolchain.ts';
import { KeptWorkers } from '../../src/toolchain/workers/kept-workers.ts';
import { installedDigest, releaseDigest } from '../../src/toolchain/triton-digest.ts';
import { calls, type Machine, makeMachine, writeFakePython, writeFakeUv } from './fakes.ts';

const manifest = (triton: string) =>
  readManifest(
    `package: demo\nversion: 1.0.0\ntriton: ${triton}\ntargets: [sm_80]\nkernels:\n  k: { source: k.py:k, signature: "*fp32", grid: 1 }\n`,
    'kernels.yaml',
  );

const PYTHON = {
  python: '/usr/bin/python3',
  implementation: 'cpython',
  version: '3.11.9',
  tag: 'cp311',
  bits: 64,
  damage: [],
  unmet: [],
};

describe('the digest of a release', () => {
  it('is known for every supported release, and differs', () => {
    const digests = RELEASES.map(releaseDigest);
    expect(new Set(digests).size).toBe(RELEASES.length);
    for (const digest of digests) expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(releaseDigest('3.8.0+mine')).toBeUndefined();
  });

  it('is that of an installed Triton if its files are those of a wheel', () => {
    // The first is that for CPython 3.11 on x86_64.
    const [own, other] = [
      '44d715a958cfd1f31663481bcdd8c55fc9b865b6e851fc93074044b79e150890',
      'a'.repeat(64),
    ];
    const digestOf = (triton: string, content: string | null): string =>
      installedDigest({ ...PYTHON, triton, content });
    expect(digestOf('3.8.0', own)).toBe(releaseDigest('3.8.0'));
    expect(digestOf('3.8.0', other)).toBe(`sha256:${other}`);
    expect(digestOf('3.9.0', own)).toBe(`sha256:${own}`);
    expect(digestOf('3.8.0', null)).toBe('unknown');
  });
});

describe('the lock files', () => {
  const lock = (name: string): Promise<string> => readFile(join(LOCKS_FOLDER, name), 'utf8');
  const digestsIn = (text: string): readonly string[] =>
    [...text.matchAll(/^ {4}--hash=sha256:([0-9a-f]{64})(?: \\\n|\n$)/gm)].map(
      ([, digest = '']) => digest,
    );

  it('have the wheels of every release, from which its digest is', async () => {
    for (const release of RELEASES) {
      const text = await lock(`triton-${release}.txt`);
      expect(text).toContain(`\ntriton==${release} \\\n`);
      const digests = digestsIn(text);
      expect(new Set(digests).size).toBe(digests.length);
      expect(releaseDigest(release)).toBe(`sha256:${sha256(canonicalJson(digests.toSorted()))}`);
    }
  });

  it('have the versions of NumPy, with the wheels for CPython 3.10 and 3.14', async () => {
    const text = await lock('numpy.txt');
    const pinned = [...text.matchAll(/^(numpy==[\d.]+) ; python_full_version (\S+) '([\d.]+)' /gm)];
    expect(
      pinned.map(([, pin, sign, version]) => `${pin}; python_version ${sign} "${version}"`),
    ).toEqual(NUMPY);
    for (const digest of ['fc7b73d02efb0e18', 'fffe29a1ef008835'])
      expect(text).toContain(`--hash=sha256:${digest}`);
  });
});

describe('the digest of a toolchain', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = await makeMachine();
  });

  const digest = (triton: string, python?: string): Promise<string> =>
    openToolchain(
      manifest(triton),
      { python },
      new KeptWorkers(machine.root),
      machine.context,
    ).digest();

  it('knows a release without Python', async () => {
    expect(await digest('3.8.0')).toBe(releaseDigest('3.8.0'));
  });

  it('asks a named Python that has the version', async () => {
    await writeFakePython(machine, 'mine', { triton: '3.8.0', content: 'aaaa' });
    await writeFakePython(machine, 'released', { triton: '3.8.0' });
    expect(await digest('3.8.0', 'mine')).toBe('sha256:aaaa');
    expect(await digest('3.8.0', 'released')).toBe(releaseDigest('3.8.0'));
    expect(await digest('3.9.0', 'mine')).toBe(releaseDigest('3.9.0'));
  });

  it('installs a version that is no release, once', async () => {
    await writeFakePython(machine, 'python3', { content: 'bbbb' });
    await writeFakeUv(machine);
    for (let build = 1; build <= 2; build += 1)
      expect(await digest('3.8.0+mine')).toBe('sha256:bbbb');
    expect(await calls(machine)).toHaveLength(2);
  });
});
