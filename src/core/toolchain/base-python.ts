import { Failure } from '../errors.ts';
import type { Environment } from '../process.ts';
import { findExecutable } from './executable.ts';
import { inspectInterpreter, type Interpreter } from './interpreter.ts';
import { compareReleases } from './triton-version.ts';

/** What an environment is to be made for, and by what. */
export interface BaseNeeds {
  readonly tritonVersion: string;
  /** pip needs the interpreter's own venv module; uv brings what it needs. */
  readonly installer: 'uv' | 'pip';
}

interface BaseContext {
  readonly env: Environment;
  readonly signal: AbortSignal;
}

const OLDEST_PYTHON = '3.10';
const NEWEST_PYTHON = '3.14';
const CANDIDATES = ['python3', 'python', '3.14', '3.13', '3.12', '3.11', '3.10'].map((name) =>
  name.startsWith('3') ? `python${name}` : name,
);

/** The first Python on PATH that an environment with this Triton can be made from. */
export async function findBasePython(needs: BaseNeeds, context: BaseContext): Promise<Interpreter> {
  const tried: string[] = [];
  for (const name of CANDIDATES) {
    const python = await findExecutable(name, context.env);
    if (python === undefined) continue;
    const inspection = await inspectInterpreter(python, [], context);
    const reason = inspection.ok ? unfit(inspection.interpreter, needs) : inspection.reason;
    if (inspection.ok && reason === undefined) return inspection.interpreter;
    tried.push(`${python}: ${reason}`);
  }
  const oldest = oldestPythonFor(needs.tritonVersion);
  throw new Failure('environment', {
    message: `no Python on PATH can serve Triton ${needs.tritonVersion}, which needs CPython ${oldest} to ${NEWEST_PYTHON}`,
    hint: [
      ...(tried.length === 0 ? ['None of the usual names was found.'] : tried),
      `Install Python 3.12 (in a workflow: actions/setup-python), or name an interpreter (--python, or the input python).`,
    ].join('\n'),
  });
}

/** The interpreter a user named, as found, with what it lacks of `requirements`. Fails if it is no Python ≥ 3.10. */
export async function inspectNamedPython(
  name: string,
  requirements: readonly string[],
  context: BaseContext,
): Promise<Interpreter> {
  const python = await findExecutable(name, context.env);
  const inspection: Awaited<ReturnType<typeof inspectInterpreter>> =
    python === undefined
      ? { ok: false, reason: name.includes('/') ? 'no such program' : 'not found on PATH' }
      : await inspectInterpreter(python, requirements, context);
  const reason = inspection.ok ? unsupported(inspection.interpreter) : inspection.reason;
  if (inspection.ok && reason === undefined) return inspection.interpreter;
  throw new Failure('environment', {
    message: `the named Python cannot be used: ${python ?? name}: ${reason}`,
    hint: `Name a CPython ${OLDEST_PYTHON} or later, or none, to have one found on PATH.`,
  });
}

/** Fails when no environment can be made from an interpreter the user named. */
export function requireVenv(base: Interpreter, installer: BaseNeeds['installer']): void {
  if (installer === 'uv' || base.venv) return;
  throw new Failure('environment', {
    message: `${base.python}: ${missingVenv(base)}`,
    hint: 'Or put uv on PATH, which does without.',
  });
}

function unfit(found: Interpreter, needs: BaseNeeds): string | undefined {
  const basic = unsupported(found);
  if (basic !== undefined) return basic;
  const oldest = oldestPythonFor(needs.tritonVersion);
  if (compareReleases(found.version, oldest) < 0) {
    return `Python ${found.version} is too old for Triton ${needs.tritonVersion}`;
  }
  if (compareReleases(minor(found.version), NEWEST_PYTHON) > 0) {
    return `Python ${found.version} is newer than Triton's wheels`;
  }
  if (found.tag.endsWith('t')) return `Python ${found.version} is a free-threaded build`;
  return needs.installer === 'pip' && !found.venv ? missingVenv(found) : undefined;
}

function unsupported(found: Interpreter): string | undefined {
  if (found.implementation !== 'cpython') return `${found.implementation} is not CPython`;
  if (compareReleases(found.version, OLDEST_PYTHON) < 0) {
    return `Python ${found.version} is too old, ${OLDEST_PYTHON} is needed`;
  }
  return found.bits === 64 ? undefined : `a ${found.bits}-bit Python`;
}

function missingVenv(found: Interpreter): string {
  const version = minor(found.version);
  return `Python ${version} has no venv module (Debian and Ubuntu: apt install python${version}-venv)`;
}

/** Source: the wheels on PyPI, cp310 to cp314 up to 3.8.0; 3.9.0 has cp311 and one for all from 3.12 on. */
function oldestPythonFor(tritonVersion: string): string {
  return compareReleases(tritonVersion, '3.9.0') >= 0 ? '3.11' : OLDEST_PYTHON;
}

function minor(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
