import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BuildContext } from '../base/context.ts';
import { Failure, messageOf } from '../base/errors.ts';
import { makeFolder, writeAtomically } from '../base/files.ts';
import { findExecutable } from '../base/executable.ts';
import { run } from '../base/process.ts';
import { sha256 } from '../base/text.ts';
import { compareReleases } from '../manifest/terms/triton-version.ts';
import { installerEnvironment } from './environment.ts';
import { fetchFromIndex } from './package-index.ts';
import type { WheelMachine } from './platform.ts';
import { IndexUnreached, isOffline, isUnanswered } from './unreached.ts';

/** The uv that is downloaded. */
export const UV_VERSION = '0.13.9';

/** A uv on PATH is used from the first of these versions on, and before the second. */
const KNOWN_UV = ['0.8.0', '0.14.0'] as const;

/** A wheel of uv. */
interface UvWheel {
  readonly name: string;
  readonly sha256: string;
  /** The SHA-256 of the program in it. */
  readonly program: string;
}

/**
 * The wheels of uv by machine. They run with glibc 2.17 and later. All digests are hexadecimal.
 * Source: https://pypi.org/simple/uv/
 */
export const UV_WHEELS: Readonly<Record<WheelMachine, UvWheel>> = {
  x86_64: {
    name: `uv-${UV_VERSION}-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl`,
    sha256: 'd7f459fe4fd247d830351c75686d3996ace3c6f3f728eb0e85a30b7ada0cef19',
    program: 'b73acdf73b96c3ac9e56d2fa933427b3ee6a901e3cce6ba1e3ecb3f91ca0d86a',
  },
  aarch64: {
    name: `uv-${UV_VERSION}-py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64.whl`,
    sha256: '5435c5ce14a56431208ca0996416d310f1598e8c2c8ba707688985a16bb82dbe',
    program: 'bbecb5ac518030bb5e84f1999c577228460192832ac24a92bd772735682979f4',
  },
};

type UvContext = Pick<BuildContext, 'download' | 'env' | 'home' | 'log' | 'platform' | 'signal'>;

/**
 * Returns the path of uv, which makes environments and installs packages: the one on PATH if its
 * version is known to work, else the program of `wheel` in the home folder, downloaded at
 * first use.
 * @throws {Failure} `environment` if it cannot be downloaded.
 */
export async function findUv(wheel: UvWheel, context: UvContext): Promise<string> {
  const found = await uvOnPath(context);
  if (found !== undefined) return found;
  const file = join(context.home, 'uv', `uv-${UV_VERSION}`);
  if (await isProgramOf(file, wheel)) return file;
  const program = await downloadProgram(wheel, context);
  await makeFolder(dirname(file));
  await writeAtomically(file, (temporary) => writeFile(temporary, program, { mode: 0o755 }));
  return file;
}

/** Returns the uv on PATH; undefined if PATH has no uv, or none that starts and has a known version. */
async function uvOnPath({ env, signal }: UvContext): Promise<string | undefined> {
  const uv = await findExecutable('uv', env);
  if (uv === undefined) return undefined;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(START_LIMIT)]);
    const settings = { env: installerEnvironment(env), signal: limit };
    const { code, stdout } = await run([uv, '--version'], settings);
    const version = /^uv (\d+\.\d+\.\d+)/.exec(stdout)?.[1];
    if (code !== 0 || version === undefined) return undefined;
    const [oldest, tooNew] = KNOWN_UV;
    const isKnown = compareReleases(version, oldest) >= 0 && compareReleases(version, tooNew) < 0;
    return isKnown ? uv : undefined;
  } catch {
    // The shim of a version manager may be on PATH without uv being installed.
    signal.throwIfAborted();
    return undefined;
  }
}

/** Milliseconds that uv has to print its version. */
const START_LIMIT = 20_000;

/** True if the file is the program of the wheel. */
async function isProgramOf(file: string, { program }: UvWheel): Promise<boolean> {
  const content = await readFile(file).catch(() => '');
  return sha256(content) === program;
}

/** Gets the program of a wheel from the index, which can be any: the digest is known. */
async function downloadProgram(wheel: UvWheel, context: UvContext): Promise<Uint8Array> {
  const { env, log, signal } = context;
  try {
    if (isOffline(env)) throw new Error('UV_OFFLINE is set.');
    log.info(`downloading uv ${UV_VERSION}, which installs packages`);
    const content = await fetchFromIndex('uv', wheel.name, context);
    if (sha256(content) === wheel.sha256) return await unpackProgram(content);
    throw new Error(`The index has another ${wheel.name} than expected, by its SHA-256.`);
  } catch (error) {
    signal.throwIfAborted();
    const problem = {
      message: `cannot get uv ${UV_VERSION}, which installs packages`,
      hint: [
        messageOf(error),
        `Put uv ${KNOWN_UV[0]} or later (before ${KNOWN_UV[1]}) on PATH, or set UV_DEFAULT_INDEX to an index that has it, and SSL_CERT_FILE and HTTPS_PROXY if your network needs them.`,
      ].join('\n'),
    };
    throw isOffline(env) || isUnanswered(error)
      ? new IndexUnreached(problem, { cause: error })
      : new Failure('environment', problem, { cause: error });
  }
}

/** Returns the program in a wheel. Source: PEP 427, "The .data directory". */
async function unpackProgram(wheel: Uint8Array): Promise<Uint8Array> {
  // Imported only here: few runs read zips.
  const { fromBufferPromise } = await import('yauzl');
  const zip = await fromBufferPromise(Buffer.from(wheel), { lazyEntries: true });
  const path = `uv-${UV_VERSION}.data/scripts/uv`;
  for await (const entry of zip.eachEntry())
    if (entry.fileName === path) return buffer(await zip.openReadStreamPromise(entry));
  throw new Error(`no ${path} in the wheel of uv`);
}
