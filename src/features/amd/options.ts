import { z } from 'zod';
import { flag, oneOfNumbers, whole } from '../../manifest/terms/options.ts';
import type { Option } from '../../manifest/terms/vendor-terms.ts';

/** The options that only Triton's backend for AMD has. Source: `HIPOptions` of Triton 3.6.0 to 3.9.0. */
export const OPTIONS: Readonly<Record<string, Option>> = {
  waves_per_eu: {
    schema: whole(0, 16).describe('Waves of a SIMD that registers are limited for; 0: any.'),
    since: '3.6.0',
    only: 'hip',
  },
  matrix_instr_nonkdim: {
    schema: oneOfNumbers([0, 4, 16, 32]).describe(
      'Rows of a matrix instruction; 0: Triton chooses.',
    ),
    since: '3.6.0',
    only: 'hip',
  },
  kpack: {
    schema: oneOfNumbers([1, 2]).describe('Matrix instructions whose operands are loaded at once.'),
    since: '3.6.0',
    only: 'hip',
  },
  allow_flush_denorm: {
    schema: flag().describe('Flush denormals of fp32 to zero.'),
    since: '3.6.0',
    only: 'hip',
  },
  schedule_hint: {
    schema: z
      .string({ error: 'expected text' })
      .regex(/^[\w,-]*$/, { error: 'expected names, separated by commas' })
      .describe('How instructions are scheduled around `tl.dot`.'),
    since: '3.6.0',
    only: 'hip',
  },
  wgp_cu_mode: {
    schema: z
      .enum(['wgp', 'cu'], { error: 'expected wgp or cu' })
      .describe('Whether a block runs on a work group processor or a compute unit.'),
    since: '3.9.0',
    only: 'hip',
  },
};
