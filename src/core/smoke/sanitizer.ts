import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { type Environment, findExecutable } from '../base/process.ts';
import type { SmokeProblem } from './result.ts';

/** Times as long as usual a run may take under the sanitizer. */
export const SANITIZER_FACTOR = 10;

/** The status by which compute-sanitizer says that it found something. */
export const SANITIZER_STATUS = 99;

/**
 * The command line before a test program's own, so that compute-sanitizer watches its kernels.
 * @throws {Failure} `environment` where the machine has no compute-sanitizer.
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
    message: 'there is no compute-sanitizer on PATH, in CUDA_HOME or in /usr/local/cuda',
    hint: 'Install it (Debian and Ubuntu: the package cuda-sanitizer of the CUDA repository), or leave --sanitize out.',
  });
}

const OPTIONS = [
  '--tool',
  'memcheck',
  '--error-exitcode',
  String(SANITIZER_STATUS),
  '--target-processes',
  'all',
  // Calls of the driver that fail are found by the test itself, and some are meant to.
  '--report-api-errors',
  'no',
];

/** Whether a line of output is the sanitizer's. */
export function isSanitizerLine(line: string): boolean {
  return line.startsWith('=========');
}

/** Lines of a report that a message shows. */
const SHOWN = 6;

/** The first report among the sanitizer's lines; undefined where it only says that it ran. */
export function sanitizerProblem(lines: readonly string[]): SmokeProblem | undefined {
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
