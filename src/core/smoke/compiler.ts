import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HARNESS_FOLDER } from '../base/assets.ts';
import { Failure, type Problem } from '../base/errors.ts';
import { type Environment, findExecutable, run } from '../base/process.ts';

/** The commands, each with the arguments its variable may hold (`ccache gcc`). */
export interface Compilers {
  readonly c: readonly string[];
  readonly cxx: readonly string[];
}

const INSTALL =
  'Install them (Debian and Ubuntu: apt-get install -y gcc g++; Fedora and RHEL: dnf install -y gcc gcc-c++), or name them with CC and CXX.';

/**
 * The compilers that CC and CXX name, else the first usual ones on PATH.
 * @throws {Failure} `environment` where there is none.
 */
export async function findCompilers(env: Environment): Promise<Compilers> {
  const [c, cxx] = await Promise.all([
    find('CC', ['cc', 'gcc', 'clang'], env),
    find('CXX', ['c++', 'g++', 'clang++'], env),
  ]);
  if (c !== undefined && cxx !== undefined) return { c, cxx };
  const missing = [
    ...(c === undefined ? ['C compiler (cc, gcc or clang)'] : []),
    ...(cxx === undefined ? ['C++ compiler (c++, g++ or clang++)'] : []),
  ];
  throw new Failure('environment', {
    message: `there is no ${missing.join(' and no ')} on PATH, and the smoke test is a C++ program`,
    hint: INSTALL,
  });
}

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
      message: `${variable} names a compiler that does not exist: ${named}`,
      hint: `Correct ${variable}, or unset it to have one found on PATH.`,
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
  /** What is made, for messages and progress: `matmul_fp16.c`. */
  readonly label: string;
  /** Whose fault it is where it fails: the user's own test, or the package and this machine. */
  readonly blame: 'smoke' | 'environment';
}

/** Runs it; gives the problems with the compiler's own first errors where it fails. */
export async function runCompiler(
  { argv, label }: CompilerRun,
  context: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<readonly Problem[]> {
  const env = compilerEnvironment(context.env);
  const { code, signal, stderr } = await run(argv, { env, signal: context.signal });
  if (code === 0) return [];
  const ending = signal === null ? `status ${code}` : signal;
  return [describe(label, `${argv[0]} ended with ${ending}`, stderr)];
}

const ERROR =
  /^(?<file>[^:\s][^:]*):(?<line>\d+):(?:(?<column>\d+):)? (?:fatal )?error: (?<message>.*)$/m;

/** Lines of a compiler's output that a message shows, and characters of each. */
const SHOWN_LINES = 10;
const SHOWN_COLUMNS = 300;

function describe(label: string, ending: string, output: string): Problem {
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
  if (found === undefined) return { message: `${label} does not compile: ${ending}`, hint };
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
 * The folder of the machine's cuda.h, or of the small one of this program where the machine has none that is new
 * enough: a driver alone comes without it. undefined where compilers find it by themselves.
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
  return Number(/^\s*#\s*define\s+CUDA_VERSION\s+(\d+)/m.exec(text)?.[1] ?? 0) >= OLDEST_CUDA;
}

const COMMON = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH'];

const COMPILER = ['CPATH', 'C_INCLUDE_PATH', 'CPLUS_INCLUDE_PATH', 'LIBRARY_PATH'];

/** Where CUDA's multi-process service listens: without it, programs that could share the GPU cannot reach it. */
const DRIVER = ['CUDA_MPS_PIPE_DIRECTORY', 'CUDA_MPS_LOG_DIRECTORY'];

/** The environment of compilers and linkers. Their messages are in English, as the ones around them. */
export function compilerEnvironment(env: Environment): Environment {
  return { ...pick(env, [...COMMON, ...COMPILER]), LC_ALL: 'C' };
}

/** The environment of the program that looks at the GPUs: those the machine's owner lets it see. */
export function probeEnvironment(env: Environment): Environment {
  const names = [...COMMON, ...DRIVER, 'CUDA_VISIBLE_DEVICES'];
  return { ...pick(env, names), ...ORDER };
}

/** The environment of a test, which sees the given GPUs only. No secret is in it, whatever its name. */
export function testEnvironment(env: Environment, uuids: readonly string[]): Environment {
  return {
    ...pick(env, [...COMMON, ...DRIVER, 'LANG']),
    ...ORDER,
    CUDA_VISIBLE_DEVICES: uuids.join(','),
  };
}

/** The same numbers as the driver's own tools show. */
const ORDER = { CUDA_DEVICE_ORDER: 'PCI_BUS_ID' };

function pick(env: Environment, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
