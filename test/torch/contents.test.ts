import { beforeAll, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { RECORDER_FOLDER } from '../../src/base/assets.ts';
import { contentsLine } from '../../src/plan/recorded-lines.ts';
import { ROOT } from '../support/command.ts';

// Needs a Python with PyTorch: TORCH_PYTHON names it.
const PYTHON = process.env['TORCH_PYTHON'];

describe('what the recorder says of the tensors of a kernel that an autotuner measures first', () => {
  let lines: ReturnType<typeof contentsLine.parse>[];
  beforeAll(() => {
    if (PYTHON === undefined) throw new Error('set TORCH_PYTHON to a Python with PyTorch');
    const script = join(ROOT, 'test/torch/check_contents.py');
    const output = execFileSync(PYTHON, [script, RECORDER_FOLDER], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    lines = output
      .trim()
      .split('\n')
      .map((line) => contentsLine.parse(JSON.parse(line)));
  });

  it('is what they held before it was measured, each time', () => {
    expect(lines.map(({ beforeTrials }) => beforeTrials)).toEqual([true, true]);
    // The matrices of zeros have 3 elements, and 1, above the diagonal.
    expect(lines.map(({ buffers }) => buffers['out'])).toMatchObject([
      { elements: 9, range: [0, 0], unchanged: 3, unchangedNonzero: 0 },
      { elements: 4, range: [0, 0], unchanged: 1, unchangedNonzero: 0 },
    ]);
  });

  it('has the mean and the deviation of inputs, and that nothing has changed them', () => {
    const x = lines[1]?.buffers['x'];
    expect(x).toMatchObject({ range: [-1, 3], unchanged: 4, unchangedNonzero: 4 });
    expect(x?.moments?.[0]).toBeCloseTo(1);
    expect(x?.moments?.[1]).toBeCloseTo(Math.SQRT2);
  });
});
