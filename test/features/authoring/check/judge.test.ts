import { describe, expect, it } from '#jest';
import { judgeRuns } from '../../../../src/features/authoring/check/judge.ts';
import type { KernelGuess } from '../../../../src/features/authoring/guesses.ts';
import type { ProblemKind } from '../../../../src/prove/harness/problem.ts';
import type { RunResult } from '../../../../src/prove/smoke/result.ts';
import { fakeRun } from '../../../action/smoke-result.ts';
import { expectGolden } from '../../../support/golden.ts';

type Changes = NonNullable<RunResult['generated']>['changes'];

const PADDED: Changes[number] = {
  kind: 'layout',
  text: 'x padded: stride = 67',
  strides: [{ name: 'stride', value: 67, contiguous: 'cols', isArgument: true }],
};
const SIZE: Changes[number] = { kind: 'size', text: 'cols = 65, one more than 64' };

function run(kind?: ProblemKind, buffer = 'x', changes: Changes = [SIZE]): RunResult {
  const element = { index: 65, buffer, count: 65 };
  const at = { file: 'k.py', line: 12 };
  const message = `the kernel fails: ${kind}`;
  return fakeRun({
    case: `cols=${changes.length}`,
    generated: { line: '{ cols: 65 }', seed: '3', changes, bytes: 1 },
    problems: kind === undefined ? [] : [{ kind, message, unplaced: message, at, element }],
  });
}

const levelsOf = (runs: readonly RunResult[], doubts: KernelGuess['doubts'] = []) =>
  judgeRuns({ runs }, doubts, 'scale').map(({ level }) => level);

describe('a kernel that fails in some cases', () => {
  it('is wrong if nothing was guessed that the fault depends on', () => {
    const found = judgeRuns({ runs: [run(), run('out-of-bounds')] }, [], 'scale');
    expect(found).toMatchObject([{ level: 'wrong', at: { file: 'k.py', line: 12 }, depends: [] }]);
    expectGolden(`${found[0]?.message}\n${found[0]?.hint}`);
  });

  it('names the mask before a condition for callers, if the last block reaches beyond the end', () => {
    const broken = { ...run('out-of-bounds'), case: 'cols=65' };
    const other = { ...broken, case: 'cols=66' };
    const breaks = ['cols % BLOCK == 0'];
    const failing = [broken, other].map((each) => ({
      ...each,
      generated: { line: '{}', seed: '3', changes: [SIZE], bytes: 1, breaks },
    }));
    const passing = [1, 2].map((index) => ({ ...run(), case: `cols=${index * 64}` }));
    const [found] = judgeRuns({ runs: [...passing, ...failing] }, [], 'scale');
    expect(found?.level).toBe('wrong');
    expectGolden(found?.hint ?? '');
  });

  it('is in doubt if something was guessed that the buffer depends on', () => {
    const doubts = [
      { text: '`GROUP` was guessed as 8', buffers: ['x'] },
      { text: '`other` was guessed as 1', buffers: ['y'] },
    ];
    const found = judgeRuns({ runs: [run(), run('out-of-bounds')] }, doubts, 'scale');
    expect(found).toMatchObject([{ level: 'doubt', depends: ['`GROUP` was guessed as 8'] }]);
    expectGolden(`${found[0]?.message}\n${found[0]?.hint}`);
    expect(levelsOf([run(), run('out-of-bounds', 'z')], doubts)).toEqual(['wrong']);
    expect(levelsOf([run(), run('race', 'x')], [{ text: 'no call was found' }])).toEqual(['doubt']);
  });

  it.each(['race', 'undefined', 'deadlock', 'misaligned', 'gap'] as const)(
    'is wrong for %s, whatever the data are',
    (kind) => expect(levelsOf([run(), run(kind)])).toEqual(['wrong']),
  );

  it.each(['assertion', 'timeout', 'values'] as const)(
    'is in doubt for %s, since the data were guessed',
    (kind) => expect(levelsOf([run(), run(kind)])).toEqual(['doubt']),
  );

  it('is not for what only a reference could tell', () => {
    expect(levelsOf([run('unwritten'), run(), run('not-a-number')])).toEqual([]);
  });

  it('assumes contiguous tensors if only others fail', () => {
    expect(levelsOf([run(), run('out-of-bounds', 'x', [PADDED])])).toEqual(['assumption']);
    expect(levelsOf([run(), run('out-of-bounds', 'x', [SIZE, PADDED])])).toEqual(['doubt']);
  });

  it('is not, if the emulator could not execute them', () => {
    expect(levelsOf([run('unsupported'), run('too-long')])).toEqual([]);
  });
});
