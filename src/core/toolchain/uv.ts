import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BuildContext, Download } from '../base/context.ts';
import { Failure, messageOf, systemCode } from '../base/errors.ts';
import { writeAtomically } from '../base/files.ts';
import { findExecutable, run } from '../base/process.ts';
import { sha256 } from '../base/text.ts';
import { compareReleases } from '../model/triton-version.ts';
import { installerEnvironment } from './environment.ts';
import { authorizationFor } from './index-credentials.ts';
import type { PackageSettings } from './package-settings.ts';
import type { WheelMachine } from './platform.ts';

/** The uv that is downloaded. */
export const UV_VERSION = '0.13.9';

/** A uv on PATH is used from the first of these versions on, and before the second. */
const KNOWN_UV = ['0.8.0', '0.14.0'] as const;

/** A wheel of uv. */
export interface UvWheel {
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

export type UvContext = Pick<
  BuildContext,
  'download' | 'env' | 'home' | 'log' | 'platform' | 'signal'
>;

/**
 * Returns the path of uv, which makes environments and installs packages: the one on PATH if its
 * version is known to work, else `wheel` unpacked into the home folder, downloaded at first use.
 * @throws {Failure} `environment` if no place of packages has it.
 */
export async function findUv(
  settings: PackageSettings,
  wheel: UvWheel,
  context: UvContext,
): Promise<string> {
  const found = await uvOnPath(context);
  if (found !== undefined) return found;
  const file = join(context.home, 'uv', `uv-${UV_VERSION}`);
  if (await hasDigest(file, wheel.program)) return file;
  context.log.info(`downloading uv ${UV_VERSION}, which installs packages`);
  const program = await unpackProgram(await fetchWheel(wheel, settings, context));
  await mkdir(dirname(file), { recursive: true });
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

async function hasDigest(file: string, digest: string): Promise<boolean> {
  const content = await readFile(file).catch(() => undefined);
  return content !== undefined && sha256(content) === digest;
}

/** Gets the wheel from the first place that has it. Its digest is known, so any place is good. */
async function fetchWheel(
  wheel: UvWheel,
  { findLinks, indexes, offline, certificates }: PackageSettings,
  context: UvContext,
): Promise<Uint8Array> {
  const pem =
    certificates === undefined
      ? undefined
      : await readFile(certificates, 'utf8').catch(() => undefined);
  const get = async (url: URL, others: readonly URL[]): ReturnType<Download> => {
    const { env, signal } = context;
    const authorization = await authorizationFor(url, others, env);
    return context.download(withoutCredentials(url), { authorization, certificates: pem, signal });
  };
  const tried: string[] = [];
  for (const place of placesOf(findLinks, offline ? [] : indexes)) {
    try {
      const content =
        place.protocol === 'file:'
          ? await readFile(join(fileURLToPath(place), wheel.name))
          : await fetchLinked(wheel.name, place, get);
      if (sha256(content) === wheel.sha256) return content;
      tried.push(`${shown(place)}: its ${wheel.name} is another file, by its SHA-256`);
    } catch (error) {
      context.signal.throwIfAborted();
      const isAbsent = systemCode(error) === 'ENOENT';
      tried.push(`${shown(place)}: ${isAbsent ? 'does not have it' : messageOf(error)}`);
    }
  }
  throw new Failure('environment', {
    message: `cannot get uv ${UV_VERSION}, which installs packages`,
    hint: [
      ...(tried.length === 0
        ? ['There is no place to get it from: the network may not be used.']
        : tried),
      `Check the network and the index (UV_DEFAULT_INDEX, PIP_INDEX_URL, HTTPS_PROXY, SSL_CERT_FILE). Without a network, put uv ${KNOWN_UV[0]} or later (before ${KNOWN_UV[1]}) on PATH, or ${wheel.name} into a folder of UV_FIND_LINKS or PIP_FIND_LINKS.`,
    ].join('\n'),
  });
}

function placesOf(findLinks: readonly string[], indexes: readonly string[]): readonly URL[] {
  const links = findLinks.map((link) =>
    /^https?:/.test(link) ? new URL(link) : pathToFileURL(link),
  );
  // Source: PEP 503, "Simple Repository API".
  return [...links, ...indexes.map((index) => new URL(`${index.replace(/\/*$/, '')}/uv/`))];
}

type Get = (url: URL, others: readonly URL[]) => ReturnType<Download>;

/** Gets the file that a page links to. */
async function fetchLinked(name: string, page: URL, get: Get): Promise<Uint8Array> {
  const list = await get(page, []);
  if (list.status !== 200) throw new Error(statusText(list.status));
  const links = new TextDecoder().decode(list.body).matchAll(/\shref\s*=\s*["']([^"'#]+)/gi);
  for (const [, link = ''] of links) {
    const url = new URL(link.replaceAll('&amp;', '&'), list.url);
    if (decodeURIComponent(basename(url.pathname)) !== name) continue;
    const { status, body } = await get(url, [page]);
    if (status === 200) return body;
    throw new Error(`${shown(url)}: ${statusText(status)}`);
  }
  throw new Error(`does not have ${name}`);
}

function statusText(status: number): string {
  const name = STATUS_CODES[status];
  return `HTTP status ${status}${name === undefined ? '' : ` (${name})`}`;
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

function withoutCredentials(url: URL): URL {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain;
}

function shown(place: URL): string {
  return place.protocol === 'file:' ? fileURLToPath(place) : withoutCredentials(place).href;
}
