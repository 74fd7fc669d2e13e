import { describe, expect, it } from '#jest';
import type { HarnessProblem } from '../../../src/prove/harness/problem.ts';
import { acceptedNotes, judge } from '../../../src/prove/smoke/accepted.ts';
import { expectGolden } from '../../support/golden.ts';

const FAULT = {
  kind: 'out-of-bounds',
  buffer: 'K_scale',
  reason: 'reads one block after the end (their issue 12)',
} as const;
const READ: HarnessProblem = {
  kind: 'out-of-bounds',
  message: 'the kernel reads 4 bytes at element 3 of K_scale, which has 3 elements (attn.py:9)',
  element: { index: 3, buffer: 'K_scale', count: 3 },
};
const LAUNCH: HarnessProblem = {
  kind: 'execution',
  message: 'thread 1 of 8: the kernel failed with CUDA_ERROR_LAUNCH_FAILED (reads 4 bytes)',
  about: 'CUDA_ERROR_LAUNCH_FAILED (reads 4 bytes)',
};
const VALUES: HarnessProblem = { kind: 'values', message: 'Out: 1 of 8 elements is', about: 'Out' };
const always = (): boolean => true;

describe('a fault that the manifest accepts', () => {
  it('is no problem, nor is the launch that it ended', () => {
    expect(judge([READ, LAUNCH], [FAULT])).toEqual({
      problems: [],
      accepted: [{ ...FAULT, message: READ.message }],
    });
    const values = { kind: 'values', buffer: 'Out', reason: 'known' } as const;
    expect(judge([VALUES], [values]).problems).toEqual([]);
  });

  it('hides no other problem', () => {
    expect(judge([READ, LAUNCH], [])).toEqual({ problems: [READ, LAUNCH] });
    expect(judge([READ, VALUES], [FAULT]).problems).toEqual([VALUES]);
    expect(judge([LAUNCH], [FAULT])).toEqual({ problems: [LAUNCH] });
    for (const other of [
      { ...FAULT, buffer: 'V_scale' },
      { ...FAULT, kind: 'undefined' as const },
    ])
      expect(judge([READ], [other])).toEqual({ problems: [READ] });
  });

  it('is named with its reason, or as one to remove', () => {
    const found = [judge([READ, LAUNCH], [FAULT]), judge([READ], [FAULT])];
    expectGolden(acceptedNotes('attention', [FAULT], found, always).join('\n'));
    const none = [judge([], [FAULT])];
    expectGolden(acceptedNotes('attention', [FAULT], none, always).join('\n'));
  });

  it('is not to be removed if the test would not have shown it', () => {
    expect(acceptedNotes('attention', [FAULT], [judge([])], () => false)).toEqual([]);
    // A launch that another fault ended might have come to it.
    const other = { ...FAULT, buffer: 'V_scale' };
    const notes = acceptedNotes('attention', [FAULT, other], [judge([READ], [FAULT])], always);
    expect(notes).toHaveLength(1);
  });
});
