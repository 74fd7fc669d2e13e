import { z } from 'zod';
import { BRIDGE_FOLDER } from '../base/assets.ts';
import type { RunContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { findExecutable, run } from '../base/process.ts';
import { tryParseJson } from '../base/text.ts';
import { compareReleases } from '../manifest/terms/triton-version.ts';
import { installerEnvironment } from './environment.ts';

type ProbeContext = Pick<RunContext, 'env' | 'signal'>;

const OLDEST_PYTHON = '3.10';
const NEWEST_PYTHON = '3.14';
const CANDIDATES = ['python3', 'python', '3.14', '3.13', '3.12', '3.11', '3.10'].map((name) =>
  name.startsWith('3') ? `python${name}` : name,
);

/** Returns a function that finds something once in a run: by what is asked for, and PATH. */
export function onceInRun<Found>(): (
  asked: readonly unknown[],
  context: ProbeContext,
  find: () => Promise<Found>,
) => Promise<Found> {
  // A run has one signal.
  const runs = new WeakMap<AbortSignal, Map<string, Promise<Found>>>();
  return (asked, { env, signal }, find) => {
    const known = runs.get(signal) ?? new Map<string, Promise<Found>>();
    runs.set(signal, known);
    const key = JSON.stringify([...asked, env['PATH']]);
    const found = known.get(key) ?? find();
    known.set(key, found);
    return found;
  };
}

const foundOnPath = onceInRun<BasePython>();
const identified = onceInRun<Inspection<BasePython>>();
const inspectedByName = onceInRun<Interpreter>();

/**
 * Returns the first Python on PATH that can create an environment with this Triton, or, if it is
 * undefined, one without Triton. Looks for it once in a run.
 * @throws {Failure} `environment` if there is none.
 */
export function findBasePython(
  tritonVersion: string | undefined,
  context: ProbeContext,
): Promise<BasePython> {
  return foundOnPath([tritonVersion], context, () => searchPath(tritonVersion, context));
}

async function searchPath(
  tritonVersion: string | undefined,
  context: ProbeContext,
): Promise<BasePython> {
  const tried: string[] = [];
  for (const name of CANDIDATES) {
    const python = await findExecutable(name, context.env);
    if (python === undefined) continue;
    const inspection = await identify(python, context);
    const unusable = tritonVersion === undefined ? unsupported : unfit;
    const reason = inspection.ok
      ? unusable(inspection.interpreter, tritonVersion ?? '')
      : inspection.reason;
    if (inspection.ok && reason === undefined) return inspection.interpreter;
    tried.push(`${python}: ${reason}`);
  }
  const needed =
    tritonVersion === undefined
      ? `CPython ${OLDEST_PYTHON} or later is needed`
      : `Triton ${tritonVersion} needs CPython ${oldestPythonFor(tritonVersion)} to ${NEWEST_PYTHON}`;
  throw new Failure('environment', {
    message: `no usable Python on PATH: ${needed}`,
    hint: [
      ...(tried.length === 0 ? [`There is none of ${CANDIDATES.join(', ')}.`] : tried),
      'Install Python 3.12 (in a workflow, with actions/setup-python), or set `--python` (input `python`).',
    ].join('\n'),
  });
}

/**
 * Inspects the interpreter that a user named, by path or by a name on PATH, once in a run.
 * @throws {Failure} `environment` if it is not CPython 3.10 or later.
 */
export function inspectNamedPython(
  name: string,
  requirements: readonly string[],
  context: ProbeContext,
): Promise<Interpreter> {
  return inspectedByName([name, requirements], context, () =>
    inspectNamed(name, requirements, context),
  );
}

async function inspectNamed(
  name: string,
  requirements: readonly string[],
  context: ProbeContext,
): Promise<Interpreter> {
  const python = await findExecutable(name, context.env);
  const inspection: InterpreterInspection =
    python === undefined
      ? { ok: false, reason: name.includes('/') ? 'no such program' : 'not found on PATH' }
      : await inspectInterpreter(python, requirements, context);
  const reason = inspection.ok ? unsupported(inspection.interpreter) : inspection.reason;
  if (inspection.ok && reason === undefined) return inspection.interpreter;
  throw new Failure('environment', {
    message: `cannot use ${python ?? name}: ${reason}`,
    hint: `Set \`--python\` (input \`python\`) to CPython ${OLDEST_PYTHON} or later, or omit it to use a Python on PATH.`,
  });
}

/** What a Python is. */
export interface BasePython {
  /** Its own path, not that of a version manager's shim. */
  readonly python: string;
  readonly implementation: string;
  readonly version: string;
  /** Such as `cp312`. */
  readonly tag: string;
  readonly bits: number;
}

/** What a Python is, and which packages it has. */
export type Interpreter = BasePython & Readonly<z.infer<typeof packagesSchema>>;

/** An answer; `ok` is false if a Python does not start, or is not Python 3. */
type Inspection<Found> =
  | { readonly ok: true; readonly interpreter: Found }
  | { readonly ok: false; readonly reason: string };

export type InterpreterInspection = Inspection<Interpreter>;

/** The script that a Python runs to say what it is. */
const PROBE = `${BRIDGE_FOLDER}/inspect_interpreter.py`;

/** Milliseconds that a Python has to say what it is. A good one needs less than one second. */
const START_LIMIT = 20_000;

/**
 * Asks the Python at `python` what it is, which Triton it has, and which of `requirements` it
 * lacks, in one short process. Runs it isolated (-I), so that only the interpreter's own folders
 * count. Also checks the files of Triton, and of all packages if the environment is our own.
 */
export function inspectInterpreter(
  python: string,
  requirements: readonly string[],
  context: ProbeContext,
  whose: 'own' | 'foreign' = 'foreign',
  milliseconds = START_LIMIT,
): Promise<InterpreterInspection> {
  const argv = [python, '-I', PROBE, whose, ...requirements];
  return askPython(argv, readInterpreter, context, milliseconds);
}

/**
 * Asks the Python at `python` what it is, once in a run. Takes a fifth of the time of
 * `inspectInterpreter`.
 */
function identify(python: string, context: ProbeContext): Promise<Inspection<BasePython>> {
  const argv = [python, '-I', '-S', PROBE, 'identity'];
  return identified([python], context, () => askPython(argv, readIdentity, context, START_LIMIT));
}

async function askPython<Found>(
  argv: readonly string[],
  read: (lastLine: string) => Found | undefined,
  context: ProbeContext,
  milliseconds: number,
): Promise<Inspection<Found>> {
  const limit = AbortSignal.timeout(milliseconds);
  const signal = AbortSignal.any([context.signal, limit]);
  const env = installerEnvironment(context.env);
  try {
    const finished = await run(argv, { env, signal });
    // A sitecustomize may print before it.
    const found = read(finished.stdout.trim().split('\n').at(-1) ?? '');
    if (finished.code === 0 && found !== undefined) return { ok: true, interpreter: found };
    const line = finished.stderr.split('\n').find((text) => text.trim() !== '');
    return { ok: false, reason: `does not run as Python 3: ${line ?? 'no error message'}` };
  } catch (error) {
    context.signal.throwIfAborted();
    if (limit.aborted)
      return { ok: false, reason: `did not answer within ${milliseconds / 1000} s, and was ended` };
    return { ok: false, reason: `cannot be started: ${String(error)}` };
  }
}

function readIdentity(line: string): BasePython | undefined {
  const [implementation = '', version = '', tag = '', bits = '', path = ''] = line.split(' ');
  const python = Buffer.from(path, 'hex').toString();
  return python === '' ? undefined : { python, implementation, version, tag, bits: Number(bits) };
}

function readInterpreter(line: string): Interpreter | undefined {
  const identity = readIdentity(line);
  if (identity === undefined) return undefined;
  const packages = packagesSchema.safeParse(tryParseJson(line.split(' ').slice(5).join(' ')));
  return packages.success ? { ...identity, ...packages.data } : undefined;
}

function unfit(found: BasePython, tritonVersion: string): string | undefined {
  const basic = unsupported(found);
  if (basic !== undefined) return basic;
  const oldest = oldestPythonFor(tritonVersion);
  if (compareReleases(found.version, oldest) < 0) {
    return `Python ${found.version} is too old for Triton ${tritonVersion}`;
  }
  if (compareReleases(minor(found.version), NEWEST_PYTHON) > 0) {
    return `Python ${found.version} is too new; Triton supports up to ${NEWEST_PYTHON}`;
  }
  if (found.tag.endsWith('t')) return `Python ${found.version} is a free-threaded build`;
  return undefined;
}

function unsupported(found: BasePython): string | undefined {
  if (found.implementation !== 'cpython') return `${found.implementation} is not CPython`;
  if (compareReleases(found.version, OLDEST_PYTHON) < 0) {
    return `Python ${found.version} is too old; ${OLDEST_PYTHON} or later is required`;
  }
  return found.bits === 64 ? undefined : `it is a ${found.bits}-bit Python`;
}

/**
 * Source: the wheels on PyPI: cp310 to cp314 up to 3.8.0; cp311, and one from cp312 on, for 3.9.0.
 */
function oldestPythonFor(tritonVersion: string): string {
  return compareReleases(tritonVersion, '3.9.0') >= 0 ? '3.11' : OLDEST_PYTHON;
}

function minor(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

const packagesSchema = z.object({
  triton: z.string().nullable(),
  /**
   * The SHA-256 of the list of files that Triton's wheel brought, with their digests: the same for
   * every installer. Null if there is no such list.
   */
  content: z.string().nullable(),
  /** What is wrong with files of Triton, or of any package of our own environments. */
  damage: z.array(z.object({ package: z.string(), problem: z.string() })),
  unmet: z.array(z.string()),
});
