import { afterEach, beforeAll, describe, expect, it } from '#jest';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const HEAD = `import json, os
from pathlib import Path
import triton
import triton.language as tl

HERE = Path(__file__).parent
`;

const KERNEL = `

@triton.jit
def grow(x, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(x + at, tl.load(x + at, mask=at < n) * K, mask=at < n)
`;

/** Lines that read files when the kernel's file is imported, and the message. */
const READS: Readonly<
  Record<string, readonly [lines: string, message: string, hint: string, depends: string]>
> = {
  'by pathlib': [
    'K = tl.constexpr(json.loads((HERE / "data" / "a.json").read_text())["k"])',
    'also reads data/a.json, which the kernel hash does not cover',
    'Name it in `depends:`, so that a change is noticed.',
    'data/a.json',
  ],
  'by os.open': [
    'K = tl.constexpr(json.loads(os.read(os.open(HERE / "data" / "a.json", os.O_RDONLY), 100))["k"])',
    'also reads data/a.json, which the kernel hash does not cover',
    'Name it in `depends:`, so that a change is noticed.',
    'data/*',
  ],
  'as Python text': [
    'exec((HERE / "data" / "text.py").read_text())',
    'also reads data/text.py, which the kernel hash does not cover',
    'Name it in `depends:`, so that a change is noticed.',
    'data/text.py',
  ],
  'by pkgutil': [
    'import data, pkgutil\nK = tl.constexpr(json.loads(pkgutil.get_data("data", "a.json"))["k"])',
    'also reads data/a.json, which the kernel hash does not cover',
    'Name it in `depends:`, so that a change is noticed.',
    'data/a.json',
  ],
  'by listing a folder': [
    'K = tl.constexpr(len(list((HERE / "data").glob("*.json"))))',
    'also lists the folder data, and the kernel hash does not cover which files it has',
    'Name the files with a glob, such as `data/*`, in `depends:`, so that a change is noticed.',
    'data/*.json',
  ],
};

const FILES = {
  'data/__init__.py': '',
  'data/a.json': '{"k": 3}',
  'data/b.json': '{"k": 4}',
  'data/text.py': 'K = 3\nK = tl.constexpr(K)\n',
};

const manifestOf = (entries: readonly string[]): string => `package: reading
triton: 3.9.0
targets: [sm_80]
kernels:
${entries.join('')}`;

const entry = (name: string, file: string, depends: string): string => `  ${name}:
    source: ${file}:grow
    source_mode: import
    specialise: listed
    arguments: { x: "*i32", n: i32 }
    constants: { B: 128 }
    grid: [cdiv(n, B)]
${depends && `    depends: ["${depends}"]\n`}`;

/** The manifest of one kernel. */
const manifest = (depends: string, more = ''): string =>
  manifestOf([entry('grow', 'k.py', depends) + more]);

let space: Workspace;
beforeAll(async () => {
  for (const version of TRITON_VERSIONS) await tritonPython(version);
}, 600_000);
afterEach(() => space.remove());

async function build(version: string) {
  const python = await tritonPython(version);
  const chosen = ['--triton', version, '--python', python, '--jobs', '1', '--store', 'store'];
  return space.triton(['build', ...chosen]);
}

describe.each(TRITON_VERSIONS)('with Triton %s, a file that a kernel reads', (version) => {
  it('is an input, in whatever way it is read', async () => {
    const reads = Object.values(READS);
    const all = (named: boolean): string =>
      manifestOf(
        reads.map(([, , , depends], at) => entry(`grow${at}`, `k${at}.py`, named ? depends : '')),
      );
    const sources = reads.map(([lines], at) => [`k${at}.py`, `${HEAD}${lines}\n${KERNEL}`]);
    space = await workspace({
      ...FILES,
      ...Object.fromEntries(sources),
      'kernels.yaml': all(false),
    });
    const { code, stderr } = await build(version);
    expect({ code, stderr }).toMatchObject({ code: 4 });
    for (const [at, [, message, hint]] of reads.entries()) {
      const own = stderr.split(/^error: /m).find((text) => text.startsWith(`k${at}.py:`));
      expect(own).toContain(`the file ${message}`);
      expect(own).toContain(hint);
    }
    await space.write('kernels.yaml', all(true));
    expectSuccess(await build(version));
    await space.write('data/a.json', '{"k": 7}');
    await space.write('data/text.py', 'K = 7\nK = tl.constexpr(K)\n');
    await rm(join(space.folder, 'data/b.json'));
    expect((await build(version)).stdout).toContain(`${reads.length} compiled, 0 from the store`);
  }, 120_000);

  it('is an input of a reference, too', async () => {
    const smoke = `    smoke:
      reference: ref.py:grow
      buffers: { x: { shape: [n], role: inout } }
      cases: [{ n: 100 }]
`;
    space = await workspace({
      ...FILES,
      'k.py': `${HEAD}K = tl.constexpr(3)\n${KERNEL}`,
      'ref.py':
        'import json, pathlib\n\ndef grow(x):\n    return x * json.loads((pathlib.Path(__file__).parent / "data/a.json").read_text())["k"]\n',
      'kernels.yaml': manifest('', smoke),
    });
    const { code, stderr } = await build(version);
    expect({ code, stderr }).toMatchObject({ code: 4 });
    expect(stderr).toContain(
      'the file also reads data/a.json, which the kernel hash does not cover',
    );
    await space.write('kernels.yaml', manifest('data/a.json', smoke));
    expectSuccess(await build(version));
  }, 120_000);

  it('is no input if Python, Triton or NumPy reads it', async () => {
    space = await workspace({
      'k.py': `import importlib.metadata, tempfile, locale, zoneinfo, numpy
with tempfile.TemporaryFile("w+") as file:
    file.write(numpy.__version__ + importlib.metadata.version("triton"))
open("/proc/self/status").read(); open("/etc/hostname").read(); zoneinfo.available_timezones()
${HEAD}K = tl.constexpr(3)\n${KERNEL}`,
      'kernels.yaml': manifest('').replace('targets', 'requirements: [numpy]\ntargets'),
    });
    expectSuccess(await build(version));
  }, 120_000);

  it('by an installed module of a slice is an input', async () => {
    const sliced = (depends: string): string =>
      manifest(depends)
        .replace('    source_mode: import\n', '')
        .replace('targets', 'requirements: [numpy]\ntargets');
    space = await workspace({
      'data/k.txt': '3\n',
      'k.py': `import numpy as np
import triton
import triton.language as tl

K = tl.constexpr(int(np.loadtxt("data/k.txt")))
${KERNEL}`,
      'kernels.yaml': sliced(''),
    });
    const { code, stderr } = await build(version);
    expect({ code, stderr }).toMatchObject({ code: 4 });
    expect(stderr).toContain(
      'the file also reads data/k.txt, which the kernel hash does not cover',
    );
    await space.write('kernels.yaml', sliced('data/k.txt'));
    expectSuccess(await build(version));
  }, 120_000);
});
