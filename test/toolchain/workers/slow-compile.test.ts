import { describe, expect, it } from '#jest';
import { setTimeout } from 'node:timers/promises';
import type { Log } from '../../../src/base/context.ts';
import { formatProblem, type Problem } from '../../../src/base/errors.ts';
import type { WireConstant } from '../../../src/manifest/terms/constant.ts';
import type { KernelSource } from '../../../src/toolchain/wire/source.ts';
import { slowCompile, warnIfSlow } from '../../../src/toolchain/workers/slow-compile.ts';
import { fakeCode } from '../../support/fake-build.ts';

const SOURCE: KernelSource = fakeCode('k.py', 'add').source;

function textOf(constants: Readonly<Record<string, WireConstant>>, options = {}): string {
  return formatProblem(slowCompile(SOURCE, { constants, options }, { timeoutMs: 600_000 }));
}

describe('the warning of a slow compile', () => {
  it('names a constant that is probably a block too large', () => {
    expect(textOf({ D: ['int', '64'], BLOCK: ['int', '262144'] }, { num_warps: 8 })).toBe(
      `add has been compiling for 60 s, and goes on
    \`BLOCK\` is 262144: each of 256 threads has 1024 elements of such a block, and the compiler writes code for all of them. Use a smaller block, and more blocks in the grid.
    It ends after 600 s (--timeout).`,
    );
  });

  it('names the end of a loop of which each turn is compiled', () => {
    const source: KernelSource = {
      kind: 'slice',
      key: 'k',
      entry: '',
      file: 'k.py',
      function: 'add',
      folder: '/project',
      closure: [],
      depends: [],
      unknown: [],
      modules: [
        {
          path: 'k.py',
          file: 'k.py',
          name: 'k',
          package: false,
          importName: 'k',
          text: 'for i in tl.static_range(0, tl.cdiv(K, 2)):\n    pass\nfor j in range(N):\n    pass\n',
          answers: {},
          unknown: {},
          sha256: '',
          fileSha256: '',
        },
      ],
    };
    const hintOf = (constants: Readonly<Record<string, WireConstant>>) =>
      slowCompile(source, { constants, options: {} }, { timeoutMs: 600_000 }).hint;
    expect(hintOf({ K: ['int', '64'], N: ['int', '4096'] })).toBe(
      '`K` is 64: the kernel has a loop over `tl.static_range` with it, and the compiler writes code for each turn. Use a smaller number, or `tl.range`.\nIt ends after 600 s (--timeout).',
    );
    expect(hintOf({ K: ['int', '4'], N: ['int', '4096'] })).toBe(
      'It ends after 600 s (--timeout).',
    );
  });

  it('has only the limit if no constant is large', () => {
    const text =
      'add has been compiling for 60 s, and goes on\n    It ends after 600 s (--timeout).';
    expect(textOf({ BLOCK: ['int', '1024'], TEXT: ['string', '999999'] })).toBe(text);
    expect(formatProblem(slowCompile(SOURCE, undefined, { timeoutMs: 600_000 }))).toBe(text);
  });

  it('is said while the job goes on, once for each kernel, and not of a fast job', async () => {
    const warned: Problem[] = [];
    const log: Log = {
      group: (_title, body) => body(),
      wait: (_title, body) => body(),
      info: () => undefined,
      detail: () => undefined,
      progress: () => undefined,
      warning: (problem) => warned.push(problem),
    };
    const describeJob = (): Problem => ({ message: 'slow' });
    await warnIfSlow(describeJob, { log }, Promise.resolve());
    const slow = setTimeout(60_000, undefined, { ref: false });
    for (const _job of [1, 2]) void warnIfSlow(describeJob, { log, slowMs: 1 }, slow);
    while (warned.length === 0) await setTimeout(5);
    await setTimeout(20);
    expect(warned).toEqual([{ message: 'slow' }]);
  });
});
