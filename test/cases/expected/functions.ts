import { type Case, integer, INVALID, launched, p, q, refused, simple } from './case.ts';

/** Kernels that are more than one plain function. */
export const FUNCTION_CASES: Readonly<Record<string, readonly Case[]>> = {
  'autotuned and heuristic kernels': [
    launched('tuned(0, P, 65, 0)', {
      kernel: 'tuned',
      parameters: [p, integer(65, 4)],
      grid: [3, 1, 1],
    }),
    launched('tuned(0, P, 65, 1)', {
      kernel: 'tuned',
      parameters: [p, integer(65, 4)],
      grid: [2, 1, 1],
      threads: 64,
    }),
    { call: 'tuned(0, P, 65, 2)', result: INVALID },
    launched('tuned_even_default(0, P, 48)', {
      kernel: 'tuned',
      parameters: [p, integer(48, 4)],
      grid: [3, 1, 1],
    }),
    refused('tuned_even_default(0, P, 50)'),
  ],
  'kernels whose name is not the function’s': [
    ...simple('renamed_by_2_default', 'renamed_2'),
    ...simple('renamed_by_3_default', 'renamed_3'),
    ...simple('aliased_default', 'real'),
    ...simple('plus_five_default', 'kernel'),
    ...simple('times_seven_default', 'kernel'),
    launched('times_seven(0, P, 5, 1)', { kernel: 'kernel', parameters: [p, integer(5, 4)] }),
  ],
  'kernels that call other files': [
    ...simple('calls_default', 'calls'),
    ...simple('tuples_inside_default', 'tuples_inside'),
    ...simple('asserts_default', 'asserts'),
    ...simple('relative_default', 'relative'),
    ...simple('side_left_default', 'side'),
    ...simple('side_right_default', 'side'),
    launched('library_default(0, P, Q, 32)', {
      kernel: 'library',
      parameters: [p, q, integer(32, 4)],
    }),
  ],
  'constants that only Python can compute': [
    ...simple('applies_default', 'applies'),
    ...simple('applies_abs_default', 'applies'),
    ...simple('tuple_constant_default', 'tuple_constant'),
    launched('gluon_laid_out_default(0, P, Q)', {
      kernel: 'laid_out',
      parameters: [p, q],
      threads: 128,
    }),
  ],
  'parameters with the names of options': [
    launched('stages_1_default(0, P, 5)', {
      kernel: 'stages',
      parameters: [p, integer(5, 4)],
      threads: 64,
    }),
    launched('stages_3_default(0, P, 5)', {
      kernel: 'stages',
      parameters: [p, integer(5, 4)],
      threads: 128,
    }),
  ],
  'a Gluon kernel': [
    launched('gluon_doubled_default(0, P, Q, 129)', {
      kernel: 'doubled',
      parameters: [p, q, integer(129, 4)],
      grid: [2, 1, 1],
      threads: 128,
    }),
  ],
};
