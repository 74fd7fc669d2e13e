import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessResult } from '../../src/base/process.ts';
import { expectSuccess, TEST_HOME, type Workspace, workspace } from '../support/command.ts';
import { servePackages, type Wheel, wheelOf } from '../support/package-index.ts';

export const NAME = 'test-kernel-lib';
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
export const WHEELS = [wheel('1.0.0', 'the first'), wheel('1.0.1', 'the second')];

/** A manifest with a kernel of the package. */
export const manifest = (version: string, fn = 'scale'): string => `package: demo
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

/** A folder in which a kernel of the package was built, and the index that has the package. */
export interface PackagedSource {
  readonly space: Workspace;
  readonly triton: (...args: readonly string[]) => Promise<ProcessResult>;
  readonly remove: () => Promise<void>;
}

export async function packagedSource(): Promise<PackagedSource> {
  await removeWheels();
  const index = await servePackages({ [NAME]: WHEELS });
  const space = await workspace({ 'kernels.yaml': manifest('1.0.0') });
  const triton: PackagedSource['triton'] = (...args) =>
    space.triton(args, { env: { UV_DEFAULT_INDEX: index.url, CI: '' } });
  expectSuccess(await triton('build', '--store', 'store'));
  return {
    space,
    triton,
    remove: async () => {
      await index[Symbol.asyncDispose]();
      await removeWheels();
      await space.remove();
    },
  };
}

async function removeWheels(): Promise<void> {
  for (const { version, sha256 } of WHEELS)
    await rm(join(TEST_HOME, 'toolchains', `wheel-${NAME}-${version}-${sha256.slice(0, 16)}`), {
      recursive: true,
      force: true,
    });
}
