import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { findExecutable } from '../../base/executable.ts';
import type { Environment } from '../../base/process.ts';
import type { HarnessProblem } from './problem.ts';

/** The time limit of a run under the sanitizer, divided by the usual one. */
export const SANITIZER_FACTOR = 10;

/** The exit status of compute-sanitizer if it found errors. */
export const SANITIZER_STATUS = 99;

/**
 * Returns the command of compute-sanitizer, to be put before the command of a test program.
 * @throws {Failure} `environment` if the machine has no compute-sanitizer.
 */
export async function findSanitizer(env: Environment): Promise<readonly string[]> {
  const toolkits = [env['CUDA_HOME'], env['CUDA_PATH'], '/usr/local/cuda'];
  const names = [
    'compute-sanitizer',
    ...toolkits.flatMap((folder) =>
      folder === undefined || folder === '' ? [] : [join(folder, 'bin', 'compute-sanitizer')],
    ),
  ];
  for (const name of names) {
    const found = await findExecutable(name, env);
    if (found !== undefined) return [found, ...OPTIONS];
  }
  throw new Failure('environment', {
    message: 'compute-sanitizer not found on PATH, in CUDA_HOME, CUDA_PATH or /usr/local/cuda',
    hint: 'Install it (Debian and Ubuntu: package cuda-sanitizer of the CUDA repository), or omit --sanitize.',
  });
}

const OPTIONS = [
  '--tool',
  'memcheck',
  '--error-exitcode',
  String(SANITIZER_STATUS),
  '--target-processes',
  'all',
  // The test itself checks the results of driver calls, and some calls are expected to fail.
  '--report-api-errors',
  'no',
];

/** True if a line of output is the sanitizer's. */
export function isSanitizerLine(line: string): boolean {
  return line.startsWith('=========');
}

/** Lines of a report in a message. */
const SHOWN = 6;

/** Returns the first error report in the sanitizer's lines; undefined if there is none. */
export function sanitizerProblem(lines: readonly string[]): HarnessProblem | undefined {
  const texts = lines.map((line) => line.replace(/^=+ ?/, ''));
  const first = texts.findIndex(
    (text) => text.trim() !== '' && !/^(COMPUTE-SANITIZER|ERROR SUMMARY)/.test(text),
  );
  if (first < 0) return undefined;
  const report = texts.slice(first, first + SHOWN).filter((text) => text.trim() !== '');
  const [title = ''] = report;
  const kind = /^Invalid|out.of.bounds/i.test(title) ? 'out-of-bounds' : 'execution';
  return { kind, message: `compute-sanitizer: ${report.join('\n')}` };
}
