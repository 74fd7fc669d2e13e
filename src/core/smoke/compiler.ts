import { Failure, type Problem } from '../errors.ts';
import { run, type Environment } from '../process.ts';
import { findExecutable } from '../toolchain/executable.ts';
import { compilerEnvironment } from './environment.ts';

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
export interface Compilation {
  readonly argv: readonly string[];
  /** What is made, for messages and progress: `matmul_fp16.c`. */
  readonly label: string;
  /** Whose fault it is where it fails: the user's own test, or the package and this machine. */
  readonly blame: 'smoke' | 'environment';
}

/** Runs it; gives the problems with the compiler's own first errors where it fails. */
export async function compile(
  { argv, label }: Compilation,
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
