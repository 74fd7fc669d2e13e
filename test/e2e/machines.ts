import { afterEach, beforeEach } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';

export const KERNEL = `import triton
import triton.language as tl


@triton.jit
def scale(x, n, factor: tl.constexpr):
    i = tl.program_id(0) * 64 + tl.arange(0, 64)
    tl.store(x + i, tl.load(x + i, i < n) * factor, i < n)


def reference(x, n):
    return {"x": x * 2}
`;

const MANIFEST = `package: demo
triton: 3.9.0
targets: [sm_80, sm_90]
defaults: { grid: "cdiv(n, 64)" }
kernels:
  twice:
    source: k.py:scale
    arguments: { x: "*fp32", n: i32 }
    constants: { factor: 2 }
    smoke:
      cases: [{ n: 100 }]
      buffers: { x: { shape: [n], role: inout } }
  thrice:
    source: k.py:scale
    arguments: { x: "*fp16", n: i32 }
    constants: { factor: 3 }
`;

/** Machines that share a folder, which is new for each test. */
export interface Machines {
  readonly space: Workspace;
  /** Runs a build that has to succeed. Each machine has its own store. */
  readonly machine: (name: string, ...args: readonly string[]) => Promise<string>;
  readonly read: (file: string) => Promise<string>;
}

/** Sets up the tests of a file. */
export function machines(): Machines {
  let space: Workspace;
  beforeEach(async () => {
    space = await workspace({ 'kernels.yaml': MANIFEST, 'k.py': KERNEL });
  });
  afterEach(() => space.remove());
  return {
    get space() {
      return space;
    },
    machine: async (name, ...args) => {
      const result = await space.triton(['build', ...args, '--store', `store-${name}`]);
      expectSuccess(result);
      return result.stdout;
    },
    read: (file) => readFile(join(space.folder, file), 'utf8'),
  };
}
