import { readdir, readFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BuildContext, Download } from '../base/context.ts';
import { messageOf, systemCode } from '../base/errors.ts';
import { sha256 } from '../base/text.ts';
import { authorizationFor } from './index-credentials.ts';
import type { PackageSettings } from './package-settings.ts';

/** A file of a Python project. */
export interface WantedPackage {
  /** The name of the project in an index. */
  readonly project: string;
  /** What messages call the file. */
  readonly what: string;
  /** Whether a file is the one, by its name. */
  readonly isWanted: (name: string) => boolean;
  /** What its content must be, hexadecimal; undefined for anything. */
  readonly sha256: string | undefined;
}

export type PlacesAnswer =
  | { readonly ok: true; readonly name: string; readonly content: Uint8Array }
  /** A line for each place, with what is wrong with it. */
  | { readonly ok: false; readonly tried: readonly string[] };

/** Gets a file from the first place of packages that has it, into memory. */
export async function fetchFromPlaces(
  wanted: WantedPackage,
  { findLinks, indexes, offline, certificates }: PackageSettings,
  context: Pick<BuildContext, 'download' | 'env' | 'signal'>,
): Promise<PlacesAnswer> {
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
  for (const place of placesOf(wanted.project, findLinks, offline ? [] : indexes)) {
    try {
      const found =
        place.protocol === 'file:'
          ? await readListed(wanted, fileURLToPath(place))
          : await fetchLinked(wanted, place, get);
      if (wanted.sha256 === undefined || sha256(found.content) === wanted.sha256)
        return { ok: true, ...found };
      tried.push(`${shown(place)}: its ${found.name} is another file, by its SHA-256`);
    } catch (error) {
      context.signal.throwIfAborted();
      const isAbsent = systemCode(error) === 'ENOENT';
      tried.push(`${shown(place)}: ${isAbsent ? 'does not have it' : messageOf(error)}`);
    }
  }
  return tried.length === 0
    ? {
        ok: false,
        tried: ['There is no place to get it from: the network may not be used.'],
      }
    : { ok: false, tried };
}

function placesOf(
  project: string,
  findLinks: readonly string[],
  indexes: readonly string[],
): readonly URL[] {
  const links = findLinks.map((link) =>
    /^https?:/.test(link) ? new URL(link) : pathToFileURL(link),
  );
  // Source: PEP 503, "Simple Repository API".
  return [...links, ...indexes.map((index) => new URL(`${index.replace(/\/*$/, '')}/${project}/`))];
}

interface Found {
  readonly name: string;
  readonly content: Uint8Array;
}

async function readListed({ isWanted, what }: WantedPackage, folder: string): Promise<Found> {
  const name = (await readdir(folder)).find(isWanted);
  if (name === undefined) throw new Error(`does not have ${what}`);
  return { name, content: await readFile(join(folder, name)) };
}

type Get = (url: URL, others: readonly URL[]) => ReturnType<Download>;

/** Gets the file that a page links to. */
async function fetchLinked({ isWanted, what }: WantedPackage, page: URL, get: Get): Promise<Found> {
  const list = await get(page, []);
  if (list.status !== 200) throw new Error(statusText(list.status));
  const links = new TextDecoder().decode(list.body).matchAll(/\shref\s*=\s*["']([^"'#]+)/gi);
  for (const [, link = ''] of links) {
    const url = new URL(link.replaceAll('&amp;', '&'), list.url);
    const name = decodeURIComponent(basename(url.pathname));
    if (!isWanted(name)) continue;
    const { status, body } = await get(url, [page]);
    if (status === 200) return { name, content: body };
    throw new Error(`${shown(url)}: ${statusText(status)}`);
  }
  throw new Error(`does not have ${what}`);
}

function statusText(status: number): string {
  const name = STATUS_CODES[status];
  return `HTTP status ${status}${name === undefined ? '' : ` (${name})`}`;
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
