import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessResult } from '../../src/base/process.ts';
import { expectSuccess, TEST_HOME, type Workspace, workspace } from '../support/command.ts';
import { type PackageIndex, servePackages, type Wheel, wheelOf } from '../support/package-index.ts';

const NAME = 'test-kernel-lib';
const HEAD = 'import torch\nimport triton\nimport triton.language as tl\n';
const SCALE = `${HEAD}from .shared import twice

@triton.jit
def scale(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, twice(tl.load(x + at, mask=at < n)), mask=at < n)


@triton.jit
def wrong(x, y, n, BLOCK: tl.constexpr):
    tl.store(y + tl.arange(0, BLOCK), tl.arange(0, 3))
`;
const wheel = (version: string, comment: string): Wheel =>
  wheelOf(
    NAME,
    version,
    {
      'test_kernel_lib/__init__.py': 'raise RuntimeError("nothing of a package runs")\n',
      'test_kernel_lib/scale.py': `# ${comment}\n${SCALE}`,
      'test_kernel_lib/shared.py': `${HEAD}\n@triton.jit\ndef twice(x):\n    return 2 * x\n`,
    },
    'Classifier: License :: OSI Approved :: MIT License\n',
  );
const WHEELS = [wheel('1.0.0', 'the first'), wheel('1.0.1', 'the second')];

const manifest = (version: string, fn = 'scale'): string => `package: demo
triton: 3.9.0
targets: [sm_90]
packages: { ${NAME}: ${version} }
kernels:
  scale:
    source: test_kernel_lib.scale:${fn}
    arguments: { x: "*fp32:16", y: "*fp32:16", n: "i32:16" }
    constants: { BLOCK: 128 }
    specialise: listed
    grid: cdiv(n, BLOCK)
    smoke:
      reference: interpreter
      buffers: { x: [n], y: { shape: [n], role: out } }
      cases: [{ n: 256 }]
`;

describe('a kernel of a package', () => {
  let space: Workspace;
  let index: PackageIndex;
  const json = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(space.folder, path), 'utf8'));
  const triton = (...args: readonly string[]): Promise<ProcessResult> =>
    space.triton(args, { env: { UV_DEFAULT_INDEX: index.url, CI: '' } });
  const removeWheels = async (): Promise<void> => {
    for (const { version, sha256 } of WHEELS)
      await rm(join(TEST_HOME, 'toolchains', `wheel-${NAME}-${version}-${sha256.slice(0, 16)}`), {
        recursive: true,
        force: true,
      });
  };

  beforeAll(async () => {
    await removeWheels();
    index = await servePackages({ [NAME]: WHEELS });
    space = await workspace({ 'kernels.yaml': manifest('1.0.0') });
    expectSuccess(await triton('build', '--store', 'store'));
  });
  afterAll(async () => {
    await index[Symbol.asyncDispose]();
    await removeWheels();
    await space.remove();
  });

  it('is named with its package in manifest.json and in the SBOM', async () => {
    expect(await json('aot/manifest.json')).toMatchObject({
      sources: [
        { path: `${NAME}.whl/test_kernel_lib/scale.py` },
        { path: `${NAME}.whl/test_kernel_lib/shared.py` },
      ],
      packages: [
        { name: NAME, version: '1.0.0', sha256: WHEELS[0]?.sha256, license: 'MIT License' },
      ],
      kernels: [{ source: `${NAME}.whl/test_kernel_lib/scale.py:scale` }],
    });
    const purl = `pkg:pypi/${NAME}@1.0.0`;
    expect(await json('aot/sbom.cdx.json')).toMatchObject({
      components: expect.arrayContaining([
        expect.objectContaining({
          purl,
          hashes: [{ alg: 'SHA-256', content: WHEELS[0]?.sha256 }],
          licenses: [{ license: { name: 'MIT License' } }],
        }),
      ]),
      dependencies: expect.arrayContaining([
        { ref: 'kernel:scale', dependsOn: expect.arrayContaining([purl]) },
      ]),
    });
    expectSuccess(await triton('verify', '--manifest', 'kernels.yaml', '--store', 'store'));
  });

  it('is in the store for another version with the same code', async () => {
    await space.write('kernels.yaml', manifest('1.0.1'));
    const { code, stdout, stderr } = await triton('build', '--store', 'store', '--out', 'next');
    expectSuccess({ code, stderr });
    expect(stdout + stderr).toContain('0 compiled, 1 from the store');
    expect(await json('next/manifest.json')).toMatchObject({ packages: [{ version: '1.0.1' }] });
  });
});
