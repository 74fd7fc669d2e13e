import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAbi } from '../../../src/core/abi/check.ts';
import { Failure } from '../../../src/core/base/errors.ts';
import { readRuntimeHeaders } from '../../../src/core/codegen/header.ts';
import { packageFiles } from '../../../src/core/package/files.ts';
import { writePackage } from '../../../src/core/package/folder.ts';
import { prepare } from '../../../src/core/plan/prepare.ts';
import type { CheckFinding } from '../../../src/core/verify/finding.ts';
import { compareWithSources } from '../../../src/core/verify/sources.ts';
import { inspectPackage } from '../../../src/core/verify/verify.ts';
import { fakeCompiled } from '../../support/fake-build.ts';
import { fakeContext } from './context.ts';
import { edit, reseal } from './whole-package.ts';

const PYTHON = `import triton
import triton.language as tl
from shared import twice

@triton.jit
def scale(x, n, BLOCK: tl.constexpr):
    pass
`;
const COPY = `import triton

@triton.jit
def copy(x):
    pass
`;
const MANIFEST = `package: demo
version: 1.2.0
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale: { source: "scale.py:scale", signature: "*fp32, i32, 64", grid: 1 }
  copy: { source: "copies.py:copy", signature: "*fp32", grid: 1 }
`;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
  await writeFile(at('kernels.yaml'), MANIFEST);
  await writeFile(at('scale.py'), PYTHON);
  await writeFile(at('copies.py'), COPY);
  await writeFile(at('shared.py'), 'def twice(x):\n    return 2 * x\n');
  await pack();
});
afterEach(() => rm(folder, { recursive: true }));

const at = (path: string): string => join(folder, path);

/** What a build of the sources gives, but for the code in the cubins. */
async function pack(part?: string): Promise<void> {
  const targets = part === undefined ? undefined : [part];
  const { manifest, variants } = await prepare(
    { manifest: at('kernels.yaml'), targets },
    fakeContext(),
  );
  const linked = checkAbi(variants.map((variant) => [variant, fakeCompiled(variant)] as const));
  const { package: name, version, triton } = manifest;
  const facts = { package: name, version, part, tritonVersion: triton, generatorVersion: '0.1.0' };
  await writePackage(at('aot'), packageFiles(facts, linked, await readRuntimeHeaders()));
}

interface Wish {
  readonly isNamed?: boolean;
  readonly manifest?: string;
  readonly targets?: readonly string[];
}

async function compare({
  isNamed = false,
  manifest = 'kernels.yaml',
  targets,
}: Wish = {}): Promise<CheckFinding> {
  const { pkg } = await inspectPackage(at('aot'), fakeContext());
  const sources = { selection: { manifest: at(manifest), targets }, isNamed };
  const request = { package: at('aot'), sources, rebuild: undefined };
  const [finding] = await compareWithSources(pkg, request, fakeContext());
  if (finding === undefined) throw new Error('nothing was found');
  return finding;
}

async function problems(wish?: Wish): Promise<readonly string[]> {
  const finding = await compare(wish);
  return finding.problems.map(({ message, place }) =>
    `${place?.file}:${place?.line ?? 0}: ${message}`.replaceAll(`${folder}/`, ''),
  );
}

describe('a package is compared with its sources', () => {
  it('which give it', async () => {
    const { check, problems: none } = await compare();
    expect(none).toEqual([]);
    expect(check.outcome).toBe('ok');
    expect(check.text).toMatch(
      /^the package is what .*kernels.yaml gives: 4 variants from 3 sources$/,
    );
  });

  it('where a part has one target of theirs', async () => {
    await pack('sm_90');
    expect(await problems()).toEqual([]);
  });

  it('of which one that a kernel imports has changed', async () => {
    await edit(at('shared.py'), (text) => `${text}# changed\n`);
    expect(await problems()).toEqual([
      'kernels.yaml:6: scale has changed, since shared.py did: 2 of 2 variants',
    ]);
  });

  it('of which the manifest has changed', async () => {
    await edit(at('kernels.yaml'), (text) => text.replace('i32, 64"', 'i32, 128"'));
    expect(await problems()).toEqual([
      expect.stringMatching(
        /^kernels.yaml:6: scale has changed, though its sources did not: .*: 2 of 2 variants$/,
      ),
    ]);
  });

  it('where kernels and targets are new and gone', async () => {
    await edit(at('kernels.yaml'), (text) =>
      text.replace('  copy:', '  duplicate:').replace('sm_90]', 'sm_120]'),
    );
    expect(await problems()).toEqual([
      'kernels.yaml:6: scale is new: the package lacks 1 of 2 variants',
      'kernels.yaml:7: duplicate is new: the package lacks 2 of 2 variants',
      'aot/manifest.json:0: scale is gone: kernels.yaml does not give 1 of 2 variants',
      'aot/manifest.json:0: copy is gone: kernels.yaml does not give 2 of 2 variants',
    ]);
  });

  it('that say another version, licence or Triton', async () => {
    await edit(at('kernels.yaml'), (text) =>
      text.replace('1.2.0', '1.3.0').replace('3.8.0', '3.9.0\nlicense: MIT'),
    );
    expect((await problems()).slice(0, 3)).toEqual([
      "kernels.yaml:2: the package's version is 1.2.0, kernels.yaml gives 1.3.0",
      "kernels.yaml:4: the package's license is not said, kernels.yaml gives MIT",
      "kernels.yaml:3: the package's triton is 3.8.0, kernels.yaml gives 3.9.0",
    ]);
  });

  it('which manifest.json lists in full', async () => {
    await edit(at('aot/manifest.json'), (text) =>
      text.replace('"path": "shared.py"', '"path": "other.py"'),
    );
    await reseal(at('aot'));
    expect(await problems()).toEqual([
      'aot/manifest.json:0: manifest.json lists other sources than those of the kernels',
    ]);
  });

  it('with the targets that it was built for, where these are given', async () => {
    const { manifest } = { manifest: at('kernels.yaml') };
    await edit(manifest, (text) => text.replace('sm_90]', 'sm_90, sm_120]'));
    expect(await problems()).toHaveLength(2);
    expect(await problems({ targets: ['sm_80', 'sm_90'] })).toEqual([]);
  });
});

describe('a package is not compared, and it is said why,', () => {
  it('where nobody names a manifest and there is none', async () => {
    const { check } = await compare({ manifest: 'absent.yaml' });
    expect(check).toEqual({
      name: 'sources',
      outcome: 'skipped',
      text: `not compared with any sources: there is no ${at('absent.yaml')} here`,
    });
  });

  it('where nobody names a manifest and the one that is there is of another package', async () => {
    await edit(at('kernels.yaml'), (text) => text.replace('package: demo', 'package: other'));
    const { check } = await compare();
    expect(check.text).toContain('kernels.yaml is not of the package demo');
    expect(await problems({ isNamed: true })).toContain(
      "kernels.yaml:1: the package's package is demo, kernels.yaml gives other",
    );
  });

  it('but a manifest that is named must be there', async () => {
    await expect(compare({ isNamed: true, manifest: 'absent.yaml' })).rejects.toThrow(Failure);
  });
});
