import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { HARNESS_FOLDER } from '../../base/assets.ts';
import type { RunContext } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import { findExecutable } from '../../base/executable.ts';
import { describeExit, type Environment } from '../../base/process.ts';
import { plural } from '../../base/text.ts';

/** The commands of the compilers, with arguments: CC may be `ccache gcc`. */
export interface Compilers {
  readonly c: readonly string[];
  readonly cxx: readonly string[];
}

const INSTALL =
  'Install the compilers (Debian and Ubuntu: apt-get install -y gcc g++; Fedora and RHEL: dnf install -y gcc gcc-c++), or set CC and CXX.';

/**
 * Returns the compilers that CC and CXX name, or the first common ones on PATH.
 * @throws {Failure} `environment` if there are none.
 */
export async function findCompilers(env: Environment): Promise<Compilers> {
  const [c, cxx] = await Promise.all([
    find('CC', C_NAMES, env),
    find('CXX', ['c++', 'g++', 'clang++'], env),
  ]);
  if (c !== undefined && cxx !== undefined) return { c, cxx };
  const missing = [
    ...(c === undefined ? ['C compiler (cc, gcc or clang)'] : []),
    ...(cxx === undefined ? ['C++ compiler (c++, g++ or clang++)'] : []),
  ];
  throw new Failure('environment', {
    message: `the kernels are called by a C++ program, but there is no ${missing.join(' and no ')} on PATH`,
    hint: INSTALL,
  });
}

/**
 * Returns the C compiler that CC names, or the first common one on PATH.
 * @throws {Failure} `environment` if there is none.
 */
export async function findCCompiler(env: Environment): Promise<readonly string[]> {
  const c = await find('CC', C_NAMES, env);
  if (c !== undefined) return c;
  throw new Failure('environment', {
    message: `this needs a C compiler, but none is on PATH (${C_NAMES.join(', ')})`,
    hint: 'Install one (Debian and Ubuntu: apt-get install -y gcc; Fedora and RHEL: dnf install -y gcc), or set CC.',
  });
}

const C_NAMES = ['cc', 'gcc', 'clang'];

async function find(
  variable: string,
  names: readonly string[],
  env: Environment,
): Promise<readonly string[] | undefined> {
  const [named, ...args] = (env[variable] ?? '').split(' ').filter((word) => word !== '');
  if (named !== undefined) {
    const found = await findExecutable(named, env);
    if (found !== undefined) return [found, ...args];
    throw new Failure('environment', {
      message: `compiler not found: ${named} (from ${variable})`,
      hint: `Correct ${variable}, or unset it to use a compiler on PATH.`,
    });
  }
  for (const name of names) {
    const found = await findExecutable(name, env);
    if (found !== undefined) return [found];
  }
  return undefined;
}

/** A run of a compiler or linker. */
export interface CompilerRun {
  readonly argv: readonly string[];
  /** The name in messages: `matmul_fp16.c`. */
  readonly label: string;
  /** The kind of failure if it fails: `smoke` for a user's own test, `environment` for all else. */
  readonly blame: 'smoke' | 'environment';
}

/** The seconds that a compiler has for one file. The largest files of packages need a few. */
const COMPILER_LIMIT = 600;

/**
 * Runs a compiler, whose arguments end with `-o FILE`. Its temporary files are beside that file, so
 * that they are removed with it. Returns no problem on success, or one with the compiler's first
 * errors, or one that says that it took too long.
 */
export async function runCompiler(
  { argv, label }: CompilerRun,
  context: Pick<RunContext, 'env' | 'runTool' | 'signal'>,
  seconds = COMPILER_LIMIT,
): Promise<readonly Problem[]> {
  const output = argv.at(-1) ?? '';
  const env = { ...compilerEnvironment(context.env), TMPDIR: dirname(output) };
  const limit = AbortSignal.timeout(seconds * 1000);
  const signal = AbortSignal.any([context.signal, limit]);
  const result = await context.runTool(argv, { env, signal }).catch((error: unknown) => {
    if (context.signal.aborted || !limit.aborted) throw error;
    return undefined;
  });
  if (result === undefined) {
    const message = `${label}: ${argv[0]} was ended because it took longer than ${plural(seconds, 'second')}`;
    return [{ message, hint: 'Run the compiler by hand, or set CC and CXX to another one.' }];
  }
  if (result.code === 0 && existsSync(output)) return [];
  if (result.code === 0) {
    // `CXX=/bin/true`, for example.
    const message = `${argv[0]} ended without an error, but did not write ${basename(output)}`;
    const hint = 'Set CC and CXX to compilers, or unset them to use those on PATH.';
    return [{ message, hint }];
  }
  return [compileProblem(label, `${argv[0]} ${describeExit(result)}`, result.stderr)];
}

const ERROR =
  /^(?<file>[^:\s][^:\n]*):(?<line>\d+):(?:(?<column>\d+):)? (?:fatal )?error: (?<message>.*)$/m;

/** Lines of a compiler's output in a message, and characters of each. */
const SHOWN_LINES = 10;
const SHOWN_COLUMNS = 300;

function compileProblem(label: string, exit: string, output: string): Problem {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const from = Math.max(
    0,
    lines.findIndex((line) => /error|undefined reference/i.test(line)),
  );
  const hint = lines
    .slice(from, from + SHOWN_LINES)
    .map((line) => line.slice(0, SHOWN_COLUMNS))
    .join('\n');
  const found = ERROR.exec(output)?.groups;
  if (found === undefined) return { message: `${label} does not compile: ${exit}`, hint };
  const { file = '', line, column, message } = found;
  const place = {
    file,
    line: Number(line),
    ...(column !== undefined && { column: Number(column) }),
  };
  return { message: `${label} does not compile: ${message}`, place, hint };
}

/** The first version with context-independent loading, which every package uses. */
const OLDEST_CUDA = 12_000;

/**
 * Returns the folder of the machine's cuda.h; undefined if compilers find it without. If the
 * machine has none that is new enough (a driver is installed without cuda.h), returns the folder of
 * a small one that is part of this program.
 */
export async function findCudaHeader(
  env: Environment,
  toolkits: readonly string[] = ['/usr/local/cuda'],
): Promise<string | undefined> {
  const named = [env['CUDA_HOME'], env['CUDA_PATH']].filter((folder) => folder !== undefined);
  for (const toolkit of [...named, ...toolkits]) {
    const folder = join(toolkit, 'include');
    if (toolkit !== '' && (await isRecent(join(folder, 'cuda.h')))) return folder;
  }
  return (await isRecent('/usr/include/cuda.h')) ? undefined : join(HARNESS_FOLDER, 'cuda');
}

async function isRecent(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return (
    Number(/^[ \t]*#[ \t]*define[ \t]+CUDA_VERSION[ \t]+(\d+)/m.exec(text)?.[1] ?? 0) >= OLDEST_CUDA
  );
}

/** The variables that every program gets. */
export const COMMON = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH'];

const COMPILER = ['CPATH', 'C_INCLUDE_PATH', 'CPLUS_INCLUDE_PATH', 'LIBRARY_PATH'];

/** The environment of compilers and linkers. Their messages are in English. */
export function compilerEnvironment(env: Environment): Environment {
  return { ...pick(env, [...COMMON, ...COMPILER]), LC_ALL: 'C' };
}

/** Returns the variables with these names. */
export function pick(env: Environment, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
