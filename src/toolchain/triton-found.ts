import type { RunContext } from '../base/context.ts';
import { inspectInterpreter, type Interpreter, type InterpreterInspection } from './python.ts';
import { installedDigest, releaseDigest } from './triton-wheels.ts';

/** A Python with the requested version of Triton. */
export interface Toolchain {
  /** Its absolute path. */
  readonly python: string;
  readonly pythonVersion: string;
  readonly tritonVersion: string;
  /** The digest of its Triton: `sha256:` and 64 digits. */
  readonly digest: string;
  /** Of an environment of our own: whether it was installed meanwhile, by this run or another. */
  readonly origin: 'reused' | 'installed' | 'named';
}

/** Returns what an interpreter lacks, to complete `its Python …`; undefined if it can be used. */
export function shortcoming(found: Interpreter, tritonVersion: string): string | undefined {
  if (found.triton === null) return 'does not have Triton';
  if (found.triton !== tritonVersion) return `has Triton ${found.triton}, not ${tritonVersion}`;
  if (found.damage.length > 0) return `has damaged files: ${describeDamage(found.damage)}`;
  return found.unmet.length === 0 ? undefined : `does not have ${found.unmet.join(', ')}`;
}

/** The same for one of our environments: a known release must be the released one. */
export function ownShortcoming(found: Interpreter, tritonVersion: string): string | undefined {
  const missing = shortcoming(found, tritonVersion);
  const released = releaseDigest(tritonVersion);
  if (missing !== undefined || released === undefined || installedTriton(found) === released)
    return missing;
  return `has another Triton ${tritonVersion} than the release`;
}

/** Describes damage in the middle of a sentence. */
export function describeDamage(damage: Interpreter['damage']): string {
  const [first, ...others] = damage;
  return `${first?.problem}${others.length === 0 ? '' : ` (and ${others.length} more)`}`;
}

/** The result for a Python that has Triton. */
export function toolchain(found: Interpreter, origin: Toolchain['origin']): Toolchain {
  const { python, version: pythonVersion, triton } = found;
  const tritonVersion = triton ?? '';
  return { python, pythonVersion, tritonVersion, digest: installedTriton(found), origin };
}

/** The digest of its Triton, for the kernel hash. */
export function installedTriton({ triton, content }: Interpreter): string {
  return content === null ? UNLISTED : installedDigest(triton ?? '', content);
}

/** In place of the digest of a Triton that has no list of its files. */
const UNLISTED = 'unknown';

/** Inspects the Python of one of our environments, which must have the released Triton. */
export async function inspectOwn(
  tritonVersion: string,
  python: string,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<InterpreterInspection> {
  const inspection = await inspectInterpreter(python, [], context, 'own');
  const reason = inspection.ok ? ownShortcoming(inspection.interpreter, tritonVersion) : undefined;
  return reason === undefined ? inspection : { ok: false, reason };
}
