import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessResult } from '../../src/base/process.ts';
import {
  errorsIn,
  expectSuccess,
  TEST_HOME,
  type Workspace,
  workspace,
} from '../support/command.ts';
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

  it('that does not compile is named by its line in the package', async () => {
    await space.write('kernels.yaml', manifest('1.0.0', 'wrong'));
    const { code, stderr } = await triton('build', '--store', 'store');
    expect(code).toBe(4);
    expect(errorsIn(stderr)).toContain(`${NAME}.whl/test_kernel_lib/scale.py:15`);
  });
});
