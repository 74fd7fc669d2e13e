import { z } from 'zod';
import { BRIDGE_FOLDER } from '../base/assets.ts';
import type { RunContext } from '../base/context.ts';
import { run } from '../base/process.ts';
import { tryParseJson } from '../base/text.ts';
import { installerEnvironment } from './environment.ts';

type ProbeContext = Pick<RunContext, 'env' | 'signal'>;

/** The identity of a Python. */
export interface BasePython {
  /** Its own path, not that of a version manager's shim. */
  readonly python: string;
  readonly implementation: string;
  readonly version: string;
  /** Such as `cp312`. */
  readonly tag: string;
  readonly bits: number;
}

/** A Python and its packages. */
export type Interpreter = BasePython & Readonly<z.infer<typeof packagesSchema>>;

/** An answer; `ok` is false if a Python does not start, or is not Python 3. */
export type Inspection<Found> =
  | { readonly ok: true; readonly interpreter: Found }
  | { readonly ok: false; readonly reason: string };

const packagesSchema = z.object({
  triton: z.string().nullable(),
  /**
   * The SHA-256 of the list of files that Triton's wheel brought, with their digests: the same for
   * every installer. Null if there is no such list.
   */
  content: z.string().nullable(),
  /** The faults of files of Triton, or of any package of our own environments. */
  damage: z.array(z.object({ package: z.string(), problem: z.string() })),
  unmet: z.array(z.string()),
});

/** The script that a Python runs to say what it is. */
const PROBE = `${BRIDGE_FOLDER}/inspect_interpreter.py`;

/** Milliseconds that a Python has to say what it is. A good one needs less than one second. */
const START_LIMIT = 20_000;

interface FileCheck {
  /** Default: an environment that is not ours, whose Triton alone is checked. */
  readonly whose?: 'own' | 'foreign';
  /**
   * The files whose digests are compared: those that are newer than their package's list, in
   * milliseconds, or `all`, which takes about a second. Default: `newer`.
   */
  readonly digests?: 'newer' | 'all';
  /** The time that the Python has. */
  readonly milliseconds?: number;
}

/**
 * Asks the Python at `python` what it is, which Triton it has, and which of `requirements` it
 * lacks, in one short process. Runs it isolated (-I), so that only the interpreter's own folders
 * count. Compares the files of Triton, and of all packages if the environment is ours, with the
 * lists in their wheels: their sizes, and digests.
 */
export function inspectInterpreter(
  python: string,
  requirements: readonly string[],
  context: ProbeContext,
  { whose = 'foreign', digests = 'newer', milliseconds = START_LIMIT }: FileCheck = {},
): Promise<Inspection<Interpreter>> {
  const argv = [python, '-I', PROBE, whose, digests, ...requirements];
  return askPython(argv, readInterpreter, context, milliseconds);
}

/** Asks the Python at `python` what it is, in a fifth of the time of `inspectInterpreter`. */
export function identify(python: string, context: ProbeContext): Promise<Inspection<BasePython>> {
  const argv = [python, '-I', '-S', PROBE, 'identity'];
  return askPython(argv, readIdentity, context, START_LIMIT);
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

/** Returns what an interpreter lacks, to complete `its Python …`; undefined if it can be used. */
export function shortcoming(found: Interpreter, tritonVersion: string): string | undefined {
  if (found.triton === null) return 'does not have Triton';
  if (found.triton !== tritonVersion) return `has Triton ${found.triton}, not ${tritonVersion}`;
  if (found.damage.length > 0) return `has damaged files: ${describeDamage(found.damage)}`;
  return found.unmet.length === 0 ? undefined : `does not have ${found.unmet.join(', ')}`;
}

/** Describes damage in the middle of a sentence. */
export function describeDamage(damage: Interpreter['damage']): string {
  const [first, ...others] = damage;
  return `${first?.problem}${others.length === 0 ? '' : ` (and ${others.length} more)`}`;
}
