import { afterAll, beforeAll, describe, it } from '#jest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Memory } from '../../../src/base/context.ts';
import { manifestOf } from '../../../src/features/authoring/init-entry.ts';
import { guessKernel } from '../../../src/features/authoring/guesses.ts';
import { expectGolden } from '../../support/golden.ts';
import { KERNELS_OF_TESTS, NAMES_OF_TESTS } from './kernels-of-tests.ts';

const CONTEXT = { env: process.env, memory: new Memory(), signal: new AbortController().signal };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tests-'));
  await writeFile(join(folder, 'k.py'), KERNELS_OF_TESTS);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** The entry of a kernel from its arguments on. */
async function entryOf(name: string, file = 'k.py'): Promise<string> {
  const request = { manifest: join(folder, 'kernels.yaml') };
  const guess = await guessKernel(join(folder, file), name, request, CONTEXT);
  const text = manifestOf({ name, guess }, 'demo', '3.9.0');
  return text.slice(text.indexOf('    arguments:'));
}

describe('the test that init writes', () => {
  it.each(NAMES_OF_TESTS)('fits the kernel %s', async (name) => {
    expectGolden(await entryOf(name));
  });
});

const REFUSED = {
  'groups of integers with different meanings': `    first = tl.load(index + tl.program_id(0) * 2)
    second = tl.load(index + tl.program_id(0) * 2 + 1)
    tl.store(out + tl.program_id(0), tl.load(x + first * 8 + second))`,
  'parts that begin where a tensor says': `    first = tl.load(index + tl.program_id(0))
    o = tl.arange(0, 64)
    tl.store(out + first + o, tl.load(x + first + o))`,
  'several rounded numbers in an element': `    o = tl.arange(0, 64)
    low = (tl.exp(tl.load(x + 2 * o)) * 4).to(tl.int32) & 15
    high = (tl.exp(tl.load(x + 2 * o + 1)) * 4).to(tl.int32) & 15
    tl.store(out + o, low | (high << 4))`,
  'addresses that depend on what was read before': `    at = tl.zeros([64], tl.int32) + 32
    for _ in range(5):
        at += tl.where(tl.load(x + at) > 0, 1, -1)
    tl.store(out + tl.arange(0, 64), at)`,
};

describe('init writes no test for a kernel with', () => {
  it.each(Object.entries(REFUSED))('%s', async (_what, body) => {
    const launch = `def run(x, index: torch.Tensor):
    out = torch.empty(64, dtype=torch.int32)
    k[(3,)](x, index, out, x.stride(0), x.stride(1))
`;
    const head = 'import torch\nimport triton\nimport triton.language as tl\n\n';
    const kernel = `@triton.jit\ndef k(x, index, out, stride, other):\n${body}\n\n`;
    await writeFile(join(folder, 'refused.py'), `${head}${kernel}${launch}`);
    expectGolden(await entryOf('k', 'refused.py'));
  });
});
