import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckedVariant } from '../../src/compile/cubin/check.ts';
import { sha256 } from '../../src/base/text.ts';
import type { PackageFacts } from '../../src/package/facts.ts';
import { licenseIn, packageManifest, readLicenses } from '../../src/package/manifest.ts';
import { fakeChecked } from '../support/fake-build.ts';
import { expectCpuTime } from '../support/cpu-time.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale: { source: "nn/scale.py:scale_kernel", signature: "*fp32, fp32", grid: 1 }
  copy: { source: "copy.py:copy_kernel", signature: "*fp32", grid: 1 }
`;
const FUNCTIONS = { scale_kernel: ['x', 'factor'], copy_kernel: ['x'] };
const FACTS: PackageFacts = {
  package: 'demo',
  version: '1.2.0',
  tritonVersion: '3.8.0',
  generatorVersion: '0.1.0',
};
const TEXTS = {
  'nn/scale.py': '# SPDX-License-Identifier: MIT\nimport copy\n',
  'nn/tables.h': '/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-3-Clause) */\n',
  'copy.py': '"""Copies. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"""\n',
  'plain.py': '# License: see LICENSE\n',
  'odd.py': '# SPDX-License-Identifier: whatever you like\n',
};

const closureOf = (...paths: readonly (keyof typeof TEXTS)[]) =>
  paths.map((path) => ({ path, sha256: sha256(`part of ${path}`) }));

/** What manifest.json lists for these sources. */
const listed = (...paths: readonly (keyof typeof TEXTS)[]) =>
  closureOf(...paths).map(({ path, sha256: slice }) => ({
    path,
    sha256: sha256(TEXTS[path]),
    slice,
  }));

const CLOSURES: Readonly<Record<string, ReturnType<typeof closureOf>>> = {
  scale: closureOf('nn/scale.py', 'plain.py', 'nn/tables.h'),
  copy: closureOf('copy.py', 'plain.py', 'odd.py'),
};

function checked(): readonly CheckedVariant[] {
  return fakeChecked(MANIFEST, FUNCTIONS).map((image) => {
    const closure = CLOSURES[image.variant.kernel.name] ?? [];
    const files = closure.map((part) => ({ ...part, fileSha256: sha256(TEXTS[part.path]) }));
    return {
      ...image,
      variant: { ...image.variant, files, inputs: { ...image.variant.inputs, closure } },
    };
  });
}

function manifestOf(facts: Partial<PackageFacts>, images = checked()): Record<string, unknown> {
  return JSON.parse(packageManifest({ ...FACTS, ...facts }, images)) as Record<string, unknown>;
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
  await mkdir(join(folder, 'nn'));
  for (const [path, text] of Object.entries(TEXTS)) await writeFile(join(folder, path), text);
});
afterAll(() => rm(folder, { recursive: true }));

describe('manifest.json', () => {
  it('has a licence only if there is one', () => {
    expect(manifestOf({ license: 'MIT' })).toMatchObject({ license: 'MIT' });
    expect(Object.keys(manifestOf({}))).not.toContain('license');
  });

  it('lists every source once, sorted by path, with the licence in the file', async () => {
    const sourceLicenses = await readLicenses(checked(), folder);
    expect(manifestOf({ sourceLicenses })['sources']).toEqual([
      { ...listed('copy.py')[0], license: 'Apache-2.0 WITH LLVM-exception' },
      { ...listed('nn/scale.py')[0], license: 'MIT' },
      { ...listed('nn/tables.h')[0], license: '(GPL-2.0-only OR BSD-3-Clause)' },
      ...listed('odd.py', 'plain.py'),
    ]);
  });

  it('has one hash for all parts of a source', () => {
    const hashOf = (...parts: readonly string[]) => {
      const images = checked().map((image, index) => {
        const closure = [{ path: 'k.py', sha256: parts[index % parts.length] ?? '' }];
        const inputs = { ...image.variant.inputs, closure };
        return { ...image, variant: { ...image.variant, inputs } };
      });
      return manifestOf({}, images)['sources'];
    };
    expect(hashOf('aa')).toEqual([{ path: 'k.py', sha256: 'aa' }]);
    expect(hashOf('aa', 'bb')).toEqual(hashOf('bb', 'aa'));
    expect(hashOf('aa', 'bb')).not.toEqual(hashOf('aa', 'cc'));
    expect(hashOf('aa', 'bb')).not.toEqual(hashOf('bb'));
  });

  it('lists only the sources of its kernels', () => {
    const copy = checked().filter(({ variant }) => variant.kernel.name === 'copy');
    expect(manifestOf({}, copy)['sources']).toEqual(listed('copy.py', 'odd.py', 'plain.py'));
  });

  it('ignores the licence in a file that has changed', async () => {
    await writeFile(join(folder, 'copy.py'), `${TEXTS['copy.py']}\n# edited meanwhile`);
    await rm(join(folder, 'nn/scale.py'));
    expect([...(await readLicenses(checked(), folder)).keys()]).toEqual(['nn/tables.h']);
  });
});

describe('the licence in a file', () => {
  it.each<[what: string, text: string, license: string | undefined]>([
    ['that has none', 'x = 1\n', undefined],
    [
      'behind one that is empty',
      '# SPDX-License-Identifier:\n# SPDX-License-Identifier:\tMIT\n',
      'MIT',
    ],
    ['with spaces', '# SPDX-License-Identifier:   MIT  \n', 'MIT'],
    ['that is too long', `# SPDX-License-Identifier: ${'A OR '.repeat(300)}B\n`, undefined],
    ['of a megabyte of spaces', `SPDX-License-Identifier:${' '.repeat(1e6)}`, undefined],
    ['of a megabyte of colons', `SPDX-License-Identifier:${':'.repeat(1e6)}`, undefined],
    ['that says it all the time', 'SPDX-License-Identifier:'.repeat(4e4), undefined],
  ])('%s', async (_what, text, license) => {
    await expectCpuTime(500, () => expect(licenseIn(text)).toBe(license));
  });
});
