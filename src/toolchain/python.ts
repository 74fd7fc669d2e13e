import type { BuildContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { findExecutable } from '../base/executable.ts';
import { compareReleases, NEWEST_TESTED, RELEASES } from '../manifest/terms/triton-version.ts';
import {
  type BasePython,
  identify,
  inspectInterpreter,
  type Inspection,
  type Interpreter,
} from './inspected-python.ts';

/** PATH decides which Python is found. */
export type PythonContext = Pick<BuildContext, 'env' | 'memory' | 'signal'>;

const OLDEST_PYTHON = '3.10';
const NEWEST_PYTHON = '3.14';
/** How to get a Python that fits each Triton. */
export const PYTHON_HINT =
  'Install Python 3.12 (in a workflow, with actions/setup-python), or set `--python` (input `python`).';
const CANDIDATES = ['python3', 'python', '3.14', '3.13', '3.12', '3.11', '3.10'].map((name) =>
  name.startsWith('3') ? `python${name}` : name,
);

/**
 * Returns the newest tested Triton that a build can use: one that runs with the named Python, or the
 * newest of all, since uv installs a Python if none on PATH fits.
 * @throws {Failure} `environment` if the named Python cannot be used.
 */
export async function newestTriton(
  named: string | undefined,
  context: PythonContext,
): Promise<string> {
  if (named === undefined) return NEWEST_TESTED;
  const { version } = await inspectNamedPython({ name: named, requirements: [] }, context);
  const fitting = RELEASES.filter(
    (release) => compareReleases(version, oldestPythonFor(release)) >= 0,
  );
  return fitting.at(-1) ?? NEWEST_TESTED;
}

/**
 * Returns the first Python on PATH that can create an environment with this Triton, or, if it is
 * undefined, one without Triton. Starts each once in a run.
 * @throws {Failure} `environment` if there is none.
 */
export async function findBasePython(
  tritonVersion: string | undefined,
  context: PythonContext,
): Promise<BasePython> {
  const tried: string[] = [];
  for (const name of CANDIDATES) {
    const python = await findExecutable(name, context.env);
    if (python === undefined) continue;
    const inspection = await context.memory.once(['identity', python], () =>
      identify(python, context),
    );
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
      PYTHON_HINT,
    ].join('\n'),
  });
}

/**
 * Inspects the interpreter that a user named, by path or by a name on PATH, once in a run.
 * @throws {Failure} `environment` if it is not CPython 3.10 or later.
 */
export function inspectNamedPython(
  named: { readonly name: string; readonly requirements: readonly string[] },
  context: PythonContext,
): Promise<Interpreter> {
  const key = ['named', named, context.env['PATH']];
  return context.memory.once(key, () => inspectNamed(named, context));
}

async function inspectNamed(
  { name, requirements }: Parameters<typeof inspectNamedPython>[0],
  context: PythonContext,
): Promise<Interpreter> {
  const python = await findExecutable(name, context.env);
  const inspection: Inspection<Interpreter> =
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
