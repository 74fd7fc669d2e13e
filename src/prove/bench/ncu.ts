import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { describeExit, type Environment, findExecutable } from '../../base/process.ts';
import { plural } from '../../base/text.ts';
import { lastLines } from '../harness/run-program.ts';

// Nsight Compute, whose program is `ncu`. Source of its options and folders: the manual "Nsight
// Compute CLI", https://docs.nvidia.com/nsight-compute/NsightComputeCli.

/** The folders that can contain ncu if it is not on PATH. */
export interface NcuPlaces {
  /** The usual CUDA toolkit. */
  readonly toolkit: string;
  /** The folder to which its own packages install it, with one folder for each version. */
  readonly packages: string;
}

const PLACES: NcuPlaces = { toolkit: '/usr/local/cuda', packages: '/opt/nvidia/nsight-compute' };

/** Finds ncu on PATH, in a CUDA toolkit, or where its own packages install it. */
export async function findNcu(
  env: Environment,
  { toolkit, packages }: NcuPlaces = PLACES,
): Promise<string | undefined> {
  const toolkits = [env['CUDA_HOME'], env['CUDA_PATH'], toolkit];
  const versions = await readdir(packages).catch(() => []);
  const newestFirst = versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const names = [
    'ncu',
    ...toolkits.flatMap((folder) =>
      folder === undefined || folder === '' ? [] : [join(folder, 'bin', 'ncu')],
    ),
    ...newestFirst.map((version) => join(packages, version, 'ncu')),
  ];
  for (const name of names) {
    const found = await findExecutable(name, env);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const NCU_MISSING = `Nsight Compute is not installed here: there is no ncu on PATH, in CUDA_HOME, CUDA_PATH, ${PLACES.toolkit} or ${PLACES.packages}`;

/** Names the calls to profile. */
export interface NcuTarget {
  /** The names that the kernel has in its cubins. */
  readonly symbols: readonly string[];
  /** The folders with the files of the line tables. Empty: the cubins have none. */
  readonly sources: readonly string[];
  /** The report, whose name ends with `.ncu-rep`. */
  readonly report: string;
  /** The program that calls the kernel, with its arguments. */
  readonly program: readonly string[];
}

/**
 * Returns the arguments of ncu that profile one launch: the second, since the first loads the cubin.
 * By default, ncu flushes the caches and fixes the clocks.
 */
export function ncuArguments(target: NcuTarget): readonly string[] {
  const { symbols, sources, report, program } = target;
  const [symbol = ''] = symbols;
  const withSources = ['--import-source', 'yes', '--source-folders', sources.join(',')];
  const options = {
    '--kernel-name': symbols.length === 1 ? symbol : `regex:^(${symbols.join('|')})$`,
    '--launch-skip': '1',
    '--launch-count': '1',
    '--export': macroFree(report),
  };
  return [
    '--set',
    'full',
    ...(sources.length === 0 ? [] : withSources),
    ...Object.entries(options).flat(),
    '--force-overwrite',
    ...program,
  ];
}

/** In names of reports, `%` begins a macro. */
function macroFree(path: string): string {
  return path.replaceAll('%', '%%');
}

/**
 * Runs ncu, and shows its messages. `seconds` is its time limit.
 * @throws {Failure} `environment` if it may not read the GPU's counters, `smoke` if it writes no
 * report.
 */
export async function runNcu(
  ncu: string,
  target: NcuTarget,
  seconds: number,
  { env, signal, runTool, log }: RunContext,
): Promise<void> {
  const { report } = target;
  // One of an earlier run would look like this one's.
  await rm(report, { force: true });
  const limit = AbortSignal.timeout(seconds * 1000);
  const messages = messageLines((line) => log.info(line));
  const result = await runTool([ncu, ...ncuArguments(target)], {
    env,
    signal: AbortSignal.any([signal, limit]),
    onOutput: messages,
  }).catch((error: unknown) => {
    if (signal.aborted || !limit.aborted) throw error;
    throw new Failure('smoke', {
      message: `ncu was ended because it took longer than ${plural(seconds, 'second')}`,
      hint: 'Allow more time with --timeout, or choose a smaller case.',
    });
  });
  const output = `${result.stdout}\n${result.stderr}`;
  if (output.includes('ERR_NVGPUCTRPERM')) throw new Failure('environment', NO_PERMISSION);
  if (result.code === 0 && existsSync(report)) return;
  const what = result.code === 0 ? 'ended without a report' : describeExit(result);
  throw new Failure('smoke', { message: `ncu ${what}${lastLines(output)}` });
}

/** Source: https://developer.nvidia.com/ERR_NVGPUCTRPERM. */
const NO_PERMISSION = {
  message: "ncu may not read the GPU's performance counters (ERR_NVGPUCTRPERM)",
  hint: `Run the command as root. In a container, start it with --cap-add=SYS_ADMIN.
To allow it for all users, write \`options nvidia NVreg_RestrictProfilingToAdminUsers=0\` to a file in /etc/modprobe.d and restart the machine.
See https://developer.nvidia.com/ERR_NVGPUCTRPERM`,
};

/** Calls `show` with each line that is a message of ncu. Takes chunks of output. */
function messageLines(show: (line: string) => void): (text: string) => void {
  let open = '';
  return (text) => {
    const lines = (open + text).split('\n');
    open = lines.pop() ?? '';
    for (const line of lines) if (/^==\w+==/.test(line)) show(line);
  };
}
