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
  settings: PackageSettings,
  context: PlacesContext,
): Promise<PlacesAnswer> {
  const get = await getter(settings, context);
  const tried: string[] = [];
  for (const place of placesOf(wanted.project, settings)) {
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

type PlacesContext = Pick<BuildContext, 'download' | 'env' | 'signal'>;

type Get = (url: URL, others: readonly URL[]) => ReturnType<Download>;

async function getter(
  { certificates: file }: PackageSettings,
  { download, env, signal }: PlacesContext,
): Promise<Get> {
  const certificates =
    file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  return async (url, others) => {
    const authorization = await authorizationFor(url, others, env);
    return download(withoutCredentials(url), { authorization, certificates, signal });
  };
}

function placesOf(
  project: string,
  { findLinks, indexes, offline }: PackageSettings,
): readonly URL[] {
  const links = findLinks.map((link) =>
    /^https?:/.test(link) ? new URL(link) : pathToFileURL(link),
  );
  // Source: PEP 503, "Simple Repository API".
  const pages = offline
    ? []
    : indexes.map((index) => new URL(`${index.replace(/\/*$/, '')}/${project}/`));
  return [...links, ...pages];
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

/** Gets the file that a page links to. */
async function fetchLinked(wanted: WantedPackage, page: URL, get: Get): Promise<Found> {
  const url = await findLink(wanted, page, get);
  const { status, body } = await get(url, [page]);
  if (status === 200) return { name: nameOf(url), content: body };
  throw new Error(`${shown(url)}: ${statusText(status)}`);
}

async function findLink({ isWanted, what }: WantedPackage, page: URL, get: Get): Promise<URL> {
  const list = await get(page, []);
  if (list.status !== 200) throw new Error(statusText(list.status));
  const links = new TextDecoder().decode(list.body).matchAll(/\shref\s*=\s*["']([^"'#]+)/gi);
  for (const [, link = ''] of links) {
    const url = new URL(link.replaceAll('&amp;', '&'), list.url);
    if (isWanted(nameOf(url))) return url;
  }
  throw new Error(`does not have ${what}`);
}

function nameOf({ pathname }: URL): string {
  return decodeURIComponent(basename(pathname));
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
