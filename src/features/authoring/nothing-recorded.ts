import { Failure } from '../../base/errors.ts';
import { compareReleases } from '../../manifest/terms/triton-version.ts';
import type { Recording } from '../../plan/recording.ts';

/** Returns the reason for which there is no manifest to write. */
export function nothingIn({ processes, triton, kernels }: Recording, isEmulated: boolean): Failure {
  const first = processes[0];
  if (isEmulated && kernels.length === 0)
    return new Failure('usage', {
      message: 'no manifest was written: no Triton kernel was launched',
      hint: 'Call the function that launches the kernel, with tensors on `cuda` that are not empty.',
    });
  if (first === undefined)
    return new Failure('usage', {
      message: 'nothing was recorded: the program started no Python that reads PYTHONPATH',
      hint: 'Python ignores PYTHONPATH with -I, -E and -S.',
    });
  if (triton === undefined && !processes.some(({ hasTriton }) => hasTriton))
    return new Failure('environment', {
      message: `nothing was recorded: Python ${first.python} has no Triton`,
      hint: 'Run the program with the Python that it usually runs with.',
    });
  if (triton !== undefined && compareReleases(triton, OLDEST_TRITON) < 0)
    return new Failure('environment', {
      message: `nothing was recorded: the program uses Triton ${triton}; expected ${OLDEST_TRITON} or later`,
    });
  if (kernels.length > 0)
    return new Failure('usage', {
      message: 'no manifest was written: none of the kernels can be in one',
    });
  const hint = processes.some(({ interpreted }) => interpreted)
    ? 'Unset TRITON_INTERPRET: the interpreter launches nothing.'
    : 'If it found no GPU: `triton-aot init -- PROGRAM` runs it without one, and writes the manifest.';
  return new Failure('usage', {
    message: 'nothing was recorded: the program launched no Triton kernel',
    hint,
  });
}

/** The oldest Triton whose launches the recorder sees. */
const OLDEST_TRITON = '3.6.0';
