import { describe, it } from '#jest';
import { tuneText } from '../../../src/features/tuning/command.ts';
import { expectGolden } from '../../support/golden.ts';
import { fakeTune } from './tune-result.ts';

describe('tune', () => {
  it('prints a table for each kernel: the best algo of each size, and how others compare', () => {
    expectGolden(tuneText(fakeTune()));
  });

  it('omits empty columns', () => {
    const [first] = fakeTune().kernels;
    const sizes = (first?.sizes ?? []).slice(0, 1).map((size) => ({
      ...size,
      scores: size.scores.slice(0, 1),
      flops: undefined,
    }));
    const kernels = [{ kernel: 'copy', sizes, measured: 1, kept: 0 }];
    expectGolden(tuneText(fakeTune({ kernels, untuned: [] })));
  });
});
