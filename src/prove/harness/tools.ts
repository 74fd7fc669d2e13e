import { type Vendor } from '../../manifest/terms/target.ts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { HARNESS_FOLDER } from '../../base/assets.ts';
import type { RunContext } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import { describeExit, type Environment, findExecutable } from '../../base/process.ts';
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

const COMMON = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH'];

const COMPILER = ['CPATH', 'C_INCLUDE_PATH', 'CPLUS_INCLUDE_PATH', 'LIBRARY_PATH'];

/** The addresses of CUDA's multi-process service, which programs need to share a GPU. */
const DRIVER = ['CUDA_MPS_PIPE_DIRECTORY', 'CUDA_MPS_LOG_DIRECTORY'];

/** The environment of compilers and linkers. Their messages are in English. */
export function compilerEnvironment(env: Environment): Environment {
  return { ...pick(env, [...COMMON, ...COMPILER]), LC_ALL: 'C' };
}

/** The environment of the probe, which sees the GPUs that the variables of their vendor allow. */
export function probeEnvironment(env: Environment, vendor: Vendor): Environment {
  if (vendor === 'hip') return pick(env, [...COMMON, ...HIP_VISIBLE]);
  const names = [...COMMON, ...DRIVER, 'CUDA_VISIBLE_DEVICES'];
  return { ...pick(env, names), ...ORDER };
}

/** A GPU for a test. */
interface TestedDevice {
  readonly uuid: string;
  /** Its number among the visible GPUs of its vendor. */
  readonly ordinal: number;
  /** The architecture of an AMD GPU. */
  readonly gfx?: string;
}

/** The environment of a test, which sees only the given GPUs. It contains no secrets. */
export function testEnvironment(env: Environment, devices: readonly TestedDevice[]): Environment {
  if (devices.some(({ gfx }) => gfx !== undefined)) return hipEnvironment(env, devices);
  return {
    ...pick(env, [...COMMON, ...DRIVER, 'LANG']),
    ...ORDER,
    CUDA_VISIBLE_DEVICES: devices.map(({ uuid }) => uuid).join(','),
  };
}

/**
 * The variables that choose AMD GPUs. HIP reads one of the first two, for numbers among the GPUs that
 * the others leave. Source: ROCm, "GPU isolation techniques".
 */
export const HIP_VISIBLE = [
  'HIP_VISIBLE_DEVICES',
  'CUDA_VISIBLE_DEVICES',
  'ROCR_VISIBLE_DEVICES',
  'GPU_DEVICE_ORDINAL',
] as const;

/** HIP chooses GPUs by their numbers: not every GPU has a UUID of its own. */
function hipEnvironment(env: Environment, devices: readonly TestedDevice[]): Environment {
  const [own, cuda, ...others] = HIP_VISIBLE;
  const visible = (env[own] || env[cuda] || '').split(',').filter((each) => each !== '');
  return {
    ...pick(env, [...COMMON, 'LANG', ...others]),
    [own]: devices.map(({ ordinal }) => visible[ordinal] ?? String(ordinal)).join(','),
  };
}

/** The same numbers for GPUs as nvidia-smi shows. */
const ORDER = { CUDA_DEVICE_ORDER: 'PCI_BUS_ID' };

function pick(env: Environment, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
