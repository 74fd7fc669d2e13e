import { z } from 'zod';
import { run, type Environment } from '../process.ts';
import { installerEnvironment } from './environment.ts';

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

export type Inspection =
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
): Promise<Inspection> {
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
