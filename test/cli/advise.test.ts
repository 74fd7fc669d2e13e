import { describe, expect, it } from '@jest/globals';
import { adviceJson, adviceText } from '../../src/cli/advise.ts';
import type { Advice } from '../../src/compile/advice/advise.ts';
import type { CodeSummary } from '../../src/compile/advice/code-summary.ts';
import { fakeKernels } from '../support/fake-build.ts';
import { expectGolden } from '../support/golden.ts';
import { FUNCTIONS, MANIFEST } from './demo.ts';

const [scale, copy] = fakeKernels(MANIFEST, FUNCTIONS);
if (scale === undefined || copy === undefined) throw new Error('two kernels expected');

const FAST: CodeSummary = {
  loads: 4,
  stores: 16,
  asyncCopies: 16,
  hasAsyncLoop: true,
  meanWidth: 15.5,
  registers: 124,
  stackBytes: 0,
};
const SLOW: CodeSummary = {
  loads: 2,
  stores: 2,
  asyncCopies: undefined,
  hasAsyncLoop: false,
  meanWidth: 2,
  registers: 255,
  stackBytes: 24,
};

const slow: Advice = {
  kernel: scale,
  specialisation: 0,
  made: SLOW,
  hinted: FAST,
  shortfalls: ['narrow', 'synchronous', 'registers'],
  missing: [{ argument: 'n', hint: 'divisible-by-16' }],
};
const fine: Advice = {
  kernel: copy,
  specialisation: 0,
  made: FAST,
  hinted: undefined,
  shortfalls: [],
  missing: [],
};

describe('advise', () => {
  it('prints the code of each kernel with and without hints', () => {
    expectGolden(adviceText([slow, fine, { ...fine, made: undefined }]));
  });

  it('says so if no hint would help', () => {
    expectGolden(adviceText([fine]));
  });

  it.each([
    { shortfalls: ['spills'], made: { ...FAST, stackBytes: 512 } },
    { shortfalls: ['registers'], made: { ...FAST, registers: 255 } },
    { shortfalls: ['synchronous'], made: { ...FAST, asyncCopies: undefined, hasAsyncLoop: false } },
    { shortfalls: ['narrow'], made: { ...FAST, meanWidth: 3 } },
  ] as const)('describes $shortfalls', ({ shortfalls, made }) => {
    expectGolden(adviceText([{ ...slow, made, shortfalls }]));
  });

  it('gives widths, registers and hints as JSON', () => {
    expect(JSON.parse(JSON.stringify([slow, fine].map(adviceJson)))).toEqual([
      {
        kernel: 'scale',
        algo: 0,
        target: 'sm_80',
        specialisation: 0,
        conditions: 'x % 16 == 0, n == 1',
        made: { loads: 2, stores: 2, registers: 255, stack: 24 },
        hinted: { loads: 4, stores: 16, asyncCopies: 16, registers: 124, stack: 0 },
        shortfalls: ['narrow', 'synchronous', 'registers'],
        missing: [{ argument: 'n', hint: 'divisible-by-16' }],
        advice:
          'loads and stores are 2 bytes wide; with n divisible by 16, they are 16 bytes wide, and loads are asynchronous',
      },
      {
        kernel: 'copy',
        algo: 0,
        target: 'sm_80',
        specialisation: 0,
        conditions: '',
        made: { loads: 4, stores: 16, asyncCopies: 16, registers: 124, stack: 0 },
        missing: [],
        shortfalls: [],
      },
    ]);
  });
});
