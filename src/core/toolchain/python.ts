import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import { type Environment, findExecutable, run } from '../base/process.ts';
import { compareReleases } from '../model/triton-version.ts';
import { installerEnvironment } from './environment.ts';

/** What an environment is to be made for, and by what. */
interface BaseNeeds {
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

const Facts = z.object({
  python: z.string().min(1),
  implementation: z.string(),
  version: z.string(),
  tag: z.string(),
  bits: z.number(),
  venv: z.boolean(),
  triton: z.string().nullable(),
  unmet: z.array(z.string()),
});

/** What a Python says about itself. `python` is its own path, not that of a version manager's stand-in. */
export type Interpreter = Readonly<z.infer<typeof Facts>>;

export type InterpreterInspection =
  | { readonly ok: true; readonly interpreter: Interpreter }
  /** It does not start, or is no Python 3. */
  | { readonly ok: false; readonly reason: string };

// Also runs on the old Pythons it is there to recognise. Never imports triton, which takes longer than all of
// this. Where no library knows the requirement language, only `name` and `name==version` count as met.
const PROBE = `
import json, sys
try:
    from importlib import metadata
    from importlib.util import find_spec
except ImportError:
    metadata = find_spec = None

def version(name):
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None

def met(text):
    try:
        try:
            from packaging.requirements import Requirement
        except ImportError:
            from pip._vendor.packaging.requirements import Requirement
    except ImportError:
        name, _, pin = text.partition("==")
        found = version(name.strip())
        return found is not None and pin.strip() in ("", found)
    try:
        requirement = Requirement(text)
    except ValueError:
        return False
    if requirement.marker and not requirement.marker.evaluate():
        return True
    found = version(requirement.name)
    return found is not None and requirement.specifier.contains(found, prereleases=True)

print(json.dumps({
    "python": sys.executable,
    "implementation": sys.implementation.name,
    "version": "%d.%d.%d" % sys.version_info[:3],
    "tag": "cp%d%d%s" % (sys.version_info[0], sys.version_info[1], getattr(sys, "abiflags", "")),
    "bits": 64 if sys.maxsize > 2**32 else 32,
    "venv": bool(find_spec and find_spec("venv") and find_spec("ensurepip")),
    "triton": metadata and version("triton"),
    "unmet": [text for text in sys.argv[1:] if not (metadata and met(text))],
}))
`;

/**
 * Asks the Python at `python` what it is, which Triton it has, and which of `requirements` it lacks; one short
 * process. Isolated (-I), so that only what lies in the interpreter's own folders counts.
 */
export async function inspectInterpreter(
  python: string,
  requirements: readonly string[],
  context: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<InterpreterInspection> {
  const { signal } = context;
  const env = installerEnvironment(context.env);
  try {
    const finished = await run([python, '-I', '-c', PROBE, ...requirements], { env, signal });
    const facts = parseFacts(finished.stdout);
    if (finished.code === 0 && facts !== undefined) {
      return { ok: true, interpreter: facts };
    }
    const line = finished.stderr.split('\n').find((text) => text.trim() !== '');
    return { ok: false, reason: `does not start as Python 3: ${line ?? 'it said nothing'}` };
  } catch (error) {
    if (signal.aborted) throw error;
    return { ok: false, reason: `cannot be started: ${String(error)}` };
  }
}

function parseFacts(stdout: string): z.infer<typeof Facts> | undefined {
  try {
    // The last line: what a sitecustomize prints comes before it.
    return Facts.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  } catch {
    return undefined;
  }
}
