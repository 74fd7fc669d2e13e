// Measures reading the sources of kernels inside a large repository.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cliAt, median, ROOT, runMeasured, table } from './product.js';

const { values: options } = parseArgs({
  options: {
    modules: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    // The folder of another version of triton-aot to compare with, in turns.
    other: { type: 'string' },
  },
});

const GROUP = 100;
const groups = Math.ceil(Number(options.modules) / GROUP);

const work = await mkdtemp(join(tmpdir(), 'bench-sources-'));
try {
  await writeRepository(work);
  await measure();
} finally {
  await rm(work, { recursive: true, force: true });
}

async function measure() {
  const versions = [{ name: 'this', root: ROOT }];
  if (options.other !== undefined) versions.push({ name: 'other', root: resolve(options.other) });
  const rows = [['kernel', 'version', 'wall s', 'CPU s', 'MiB of the largest process']];
  for (const kernel of ['direct', 'stars', 'reference', 'imported']) {
    const runs = versions.map(() => []);
    const manifest = join(work, `${kernel}.yaml`);
    const home = join(work, 'home');
    for (let round = 0; round < Number(options.rounds); round += 1) {
      for (const [index, { root }] of versions.entries()) {
        // Nothing is known of earlier runs.
        await rm(home, { recursive: true, force: true });
        const argv = [...cliAt(root), 'plan', '--manifest', manifest];
        runs[index].push(await runMeasured(argv, { TRITON_AOT_HOME: home }));
      }
    }
    for (const [index, { name }] of versions.entries()) {
      const of = (key) => runs[index].map((run) => run[key]);
      const cpu = Math.min(...of('cpu')).toFixed(2);
      const memory = Math.max(...of('mebibytes')).toFixed(0);
      rows.push([kernel, name, median(of('seconds')).toFixed(2), cpu, memory]);
    }
  }
  process.stdout.write(`${groups * GROUP} modules\n\n${table(rows)}`);
}

/**
 * Writes a repository whose modules import each other and torch. Its package imports much of it, and
 * its groups export the names of all their modules again.
 */
async function writeRepository(folder) {
  const names = Array.from({ length: groups }, (_, group) => `group_${group}`);
  await write(folder, 'big/__init__.py', [
    'import torch',
    'from . import *',
    ...names.map((name) => `from . import ${name}`),
    ...names.map((name) => `from .${name} import *`),
  ]);
  for (const [group, name] of names.entries()) {
    const modules = Array.from({ length: GROUP }, (_, index) => `module_${group * GROUP + index}`);
    const init = modules.map((module) => `from .${module} import *`);
    await write(folder, `big/${name}/__init__.py`, init);
    for (const module of modules) await write(folder, `big/${name}/${module}.py`, lines(module));
  }
  const last = groups * GROUP - 1;
  const far = `big.group_${groups - 1}.module_${last}`;
  await writeKernel(folder, 'direct', [
    'from big.group_0.module_7 import scale_7',
    `from ${far} import scale_${last}`,
    'from .helpers import offset',
  ]);
  // Every module of the repository could be the one that has these names.
  await writeKernel(folder, 'stars', [
    `from big import scale_7, scale_${last}`,
    'from . import *',
    'from .helpers import *',
  ]);
  await write(folder, 'big/kernels/__init__.py', ['from .helpers import *']);
  await write(folder, 'big/kernels/helpers.py', [
    'import triton',
    '',
    '@triton.jit',
    'def offset(x):',
    '    return x + 1',
  ]);
  await writeManifest(folder, 'reference', 'direct', [
    '    smoke: { reference: "big/kernels/reference.py:reference", cases: [{ n: 300 }], buffers: { x: [n], y: { shape: [n], role: out } } }',
  ]);
  await write(folder, 'big/kernels/reference.py', [
    'from big.group_1 import module_100',
    'def reference(x, **others):',
    '    return {"y": x}',
  ]);
  await writeManifest(folder, 'imported', 'direct', ['    source_mode: import']);
}

async function writeKernel(folder, name, imports) {
  const last = groups * GROUP - 1;
  await write(folder, `big/kernels/${name}.py`, [
    'import torch',
    'import triton',
    'import triton.language as tl',
    ...imports,
    '@triton.jit',
    'def kernel(x, y, n, BLOCK: tl.constexpr):',
    '    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)',
    `    value = scale_7(tl.load(x + i, mask=i < n)) + scale_${last}(1.0)`,
    '    tl.store(y + i, offset(value), mask=i < n)',
    'def launch(x, y):',
    '    kernel[(1,)](x, y, x.numel(), BLOCK=128)',
  ]);
  await writeManifest(folder, name, name, []);
}

async function writeManifest(folder, name, kernel, more) {
  await write(folder, `${name}.yaml`, [
    `package: ${name}`,
    'triton: 3.9.0',
    'targets: [sm_90]',
    'defaults: { specialise: listed }',
    'kernels:',
    '  kernel:',
    `    source: big/kernels/${kernel}.py:kernel`,
    '    arguments: { x: "*fp32", y: "*fp32", n: i32 }',
    '    constants: { BLOCK: 128 }',
    '    grid: [cdiv(n, BLOCK)]',
    ...more,
  ]);
}

/** About 300 lines. */
function lines(module) {
  const number = Number(module.slice('module_'.length));
  const others = [1, 17, 1234].map((step) => (number + step) % (groups * GROUP));
  return [
    `"""Module ${number} of a large repository."""`,
    'import logging',
    'from typing import Optional',
    'import torch',
    'import triton',
    'import triton.language as tl',
    ...others.map(
      (other) => `from big.group_${Math.floor(other / GROUP)}.module_${other} import Layer${other}`,
    ),
    'logger = logging.getLogger(__name__)',
    '@triton.jit',
    `def scale_${number}(x):`,
    `    return x * ${number}.0`,
    ...Array.from({ length: 28 }, (_, index) => [
      `class Layer${index === 0 ? number : `${number}_${index}`}(torch.nn.Module):`,
      `    """Layer ${index}: what it does, and what for."""`,
      '    def __init__(self, size: int, bias: Optional[bool] = None):',
      '        super().__init__()',
      '        self.weight = torch.nn.Parameter(torch.empty(size, size))',
      '        self.bias = torch.zeros(size) if bias else None',
      '    def forward(self, x: torch.Tensor) -> torch.Tensor:',
      '        if self.bias is not None:',
      `            return torch.relu(x @ self.weight + self.bias)[:, ${index}]`,
      `        return x @ self.weight * ${index}`,
    ]).flat(),
  ];
}

async function write(folder, name, content) {
  const file = join(folder, name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, `${content.join('\n')}\n`);
}
