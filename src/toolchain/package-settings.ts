import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import type { Environment } from '../base/process.ts';
import { installerEnvironment } from './environment.ts';

/** Where this machine gets Python packages from: the settings of uv, else those of pip. */
export interface PackageSettings {
  /** The environment for uv. It has pip's settings under uv's names. */
  readonly env: Environment;
  /** Whether only the places of `findLinks` may be used. */
  readonly noIndex: boolean;
  /** Whether the network may not be used. */
  readonly offline: boolean;
  /** Addresses of indexes, the preferred first, with their credentials. */
  readonly indexes: readonly string[];
  /** Folders, as absolute paths, and addresses of pages with links to wheels. */
  readonly findLinks: readonly string[];
  /** A file with the certificates to trust; undefined for those that uv and Node bring. */
  readonly certificates: string | undefined;
}

const PYPI = 'https://pypi.org/simple';

// uv's own variables for the places of packages. If one is set, pip's settings for them do not count.
const UV_PLACES = [
  'UV_INDEX',
  'UV_DEFAULT_INDEX',
  'UV_INDEX_URL',
  'UV_EXTRA_INDEX_URL',
  'UV_FIND_LINKS',
];

/**
 * Reads the settings of uv and pip for indexes, proxies and certificates from the environment and
 * the files of the user and the machine. uv reads its files itself; here they only say where uv
 * itself can come from.
 */
export async function readPackageSettings({
  env,
  platform: { etc },
}: Pick<BuildContext, 'env' | 'platform'>): Promise<PackageSettings> {
  const pip = await readPip(env, etc);
  const uvFiles = await readUvFiles(env, etc);
  const fromUv = UV_PLACES.some((name) => env[name]);
  const translated = {
    ...translateNetwork(pip),
    ...(fromUv || uvFiles.length > 0 ? {} : await translatePlaces(pip)),
  };
  const certificates =
    env['SSL_CERT_FILE'] ||
    pip.get('cert') ||
    env['REQUESTS_CA_BUNDLE'] ||
    env['CURL_CA_BUNDLE'] ||
    (await firstExisting(SYSTEM_CERTIFICATES.map((file) => join(etc, file))));
  const own = Object.fromEntries(
    Object.entries(installerEnvironment(env)).filter(([, value]) => value !== ''),
  );
  const all: Environment = {
    ...translated,
    ...own,
    ...(certificates && { SSL_CERT_FILE: certificates }),
  };
  // Absolute, since uv runs in a folder of its own.
  const findLinks = (all['UV_FIND_LINKS'] ?? '').split(',').filter(Boolean).map(absoluteLink);
  const noIndex = isTrue(pip.get('no-index')) || isTrue(env['UV_NO_INDEX']);
  return {
    env: { ...all, ...(findLinks.length > 0 && { UV_FIND_LINKS: findLinks.join(',') }) },
    noIndex,
    offline: noIndex || isTrue(all['UV_OFFLINE']),
    indexes: indexesOf(all, pip, uvFiles),
    findLinks,
    certificates,
  };
}

// Below /etc. Source: the packages ca-certificates of Debian and of Fedora.
const SYSTEM_CERTIFICATES = ['ssl/certs/ca-certificates.crt', 'pki/tls/certs/ca-bundle.crt'];

/**
 * The variables of uv for what pip says about places.
 * Source: "User Guide" and "Configuration" in pip's documentation, "Environment variables" and
 * "Compatibility with pip" in uv's.
 */
async function translatePlaces(pip: ReadonlyMap<string, string>): Promise<Environment> {
  const words = (name: string): string[] => (pip.get(name) ?? '').split(/\s+/).filter(Boolean);
  const links = await Promise.all(words('find-links').map(existingLink));
  const extra = words('extra-index-url').join(' ');
  return defined({
    UV_DEFAULT_INDEX: words('index-url')[0],
    UV_EXTRA_INDEX_URL: extra,
    // pip takes the best version of all indexes, uv by default only looks at the first one that has
    // the package.
    UV_INDEX_STRATEGY: extra && 'unsafe-best-match',
    UV_FIND_LINKS: links.filter((link) => link !== undefined).join(','),
  });
}

/** The variables for what pip says about the network. */
function translateNetwork(pip: ReadonlyMap<string, string>): Environment {
  const proxy = pip.get('proxy');
  const timeout = pip.get('timeout') ?? pip.get('default-timeout');
  return defined({
    ...(proxy !== undefined && { HTTPS_PROXY: proxy, HTTP_PROXY: proxy }),
    UV_HTTP_TIMEOUT: timeout === undefined ? undefined : String(Math.ceil(Number(timeout)) || ''),
    UV_HTTP_RETRIES: pip.get('retries'),
    UV_INSECURE_HOST: pip.get('trusted-host')?.split(/\s+/).join(' '),
    UV_KEYRING_PROVIDER: pip.get('keyring-provider') === 'subprocess' ? 'subprocess' : undefined,
    SSL_CLIENT_CERT: pip.get('client-cert'),
  });
}

/** Returns undefined for a folder that does not exist, which pip skips and uv does not. */
async function existingLink(link: string): Promise<string | undefined> {
  const absolute = absoluteLink(link);
  const exists = /^https?:/.test(absolute) || (await isFolder(absolute));
  return exists ? absolute : undefined;
}

function absoluteLink(link: string): string {
  return /^https?:/.test(link) ? link : resolve(link.replace(/^file:\/\/(?:localhost)?/, ''));
}

function indexesOf(
  env: Environment,
  pip: ReadonlyMap<string, string>,
  uvFiles: readonly string[],
): readonly string[] {
  const first = env['UV_DEFAULT_INDEX'] ?? env['UV_INDEX_URL'] ?? pip.get('index-url');
  const words = [env['UV_INDEX'], env['UV_EXTRA_INDEX_URL'], first].join(' ').split(/\s+/);
  const named = words.map((word) => namedIndex(word, env));
  const inFiles = uvFiles.flatMap((text) =>
    [...text.matchAll(URL_SETTING)].map(([, url = '']) => url),
  );
  const hasDefault = first !== undefined || uvFiles.some((text) => DEFAULT_SETTING.test(text));
  const urls = [...named, ...inFiles, ...(hasDefault ? [] : [PYPI])];
  return [...new Set(urls.filter((url) => /^(?:https?|file):/.test(url)))];
}

/** The address of `name=https://…`, with the credentials that uv's variables have for the name. */
function namedIndex(text: string, env: Environment): string {
  const [, name, address] = /^([\w.-]+)=(\w+:.*)$/.exec(text) ?? [];
  if (name === undefined || address === undefined || !URL.canParse(address)) return text;
  const url = new URL(address);
  const prefix = `UV_INDEX_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
  url.username ||= encodeURIComponent(env[`${prefix}_USERNAME`] ?? '');
  url.password ||= encodeURIComponent(env[`${prefix}_PASSWORD`] ?? '');
  return url.href;
}

const URL_SETTING = /^\s*(?:index-)?url\s*=\s*["']([^"']+)["']/gm;
const DEFAULT_SETTING = /^\s*(?:index-url\s*=|default\s*=\s*true)/m;

/**
 * Returns pip's settings by the names of its options. Variables are more important than files, and
 * the files of the user than those of the machine.
 */
async function readPip(env: Environment, etc: string): Promise<ReadonlyMap<string, string>> {
  const settings = new Map<string, string>();
  for (const file of pipFiles(env, etc)) {
    const sections = parseConfiguration(await readText(file));
    for (const section of ['global', 'install'])
      for (const [name, value] of sections.get(section) ?? []) settings.set(name, value);
  }
  for (const [name, value] of Object.entries(env)) {
    const [, option] = /^PIP_(\w+)$/.exec(name) ?? [];
    if (option !== undefined && value)
      settings.set(option.toLowerCase().replaceAll('_', '-'), value);
  }
  return settings;
}

/** Source: "Configuration" in pip's documentation. */
function pipFiles(env: Environment, etc: string): readonly string[] {
  const chosen = env['PIP_CONFIG_FILE'];
  if (chosen === '/dev/null') return [];
  const home = env['HOME'] ?? '/';
  return [
    ...systemFolders(env, etc).map((folder) => join(folder, 'pip', 'pip.conf')),
    join(etc, 'pip.conf'),
    join(home, '.pip', 'pip.conf'),
    join(userFolder(env), 'pip', 'pip.conf'),
    ...(chosen ? [chosen] : []),
  ];
}

/** Parses a file as Python's configparser does, as far as pip's files use it. */
function parseConfiguration(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  let last = '';
  for (const line of text.split(/\r?\n/)) {
    const [, title] = /^\[([^\]]+)\]/.exec(line) ?? [];
    const [, name, value = ''] = /^([^\s#;=:][^=:]*?)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (title !== undefined) {
      section = sections.get(title) ?? new Map<string, string>();
      sections.set(title, section);
      last = '';
    } else if (name !== undefined) {
      last = name.toLowerCase().replaceAll('_', '-');
      section.set(last, value.trim());
    } else if (/^\s+[^\s#;]/.test(line) && last !== '') {
      section.set(last, `${section.get(last)}\n${line.trim()}`.trim());
    }
  }
  return sections;
}

/** Returns the contents of uv's files of the user and the machine, or the one that is chosen. */
async function readUvFiles(env: Environment, etc: string): Promise<readonly string[]> {
  if (isTrue(env['UV_NO_CONFIG'])) return [];
  const chosen = env['UV_CONFIG_FILE'];
  const folders = [userFolder(env), ...systemFolders(env, etc), etc];
  const files = chosen ? [chosen] : folders.map((folder) => join(folder, 'uv', 'uv.toml'));
  return (await Promise.all(files.map(readText))).filter((text) => text !== '');
}

/** Source: "Configuration files" in the documentation of uv. */
function userFolder(env: Environment): string {
  return env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? '/', '.config');
}

function systemFolders(env: Environment, etc: string): readonly string[] {
  return (env['XDG_CONFIG_DIRS'] || join(etc, 'xdg')).split(':');
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function firstExisting(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if ((await readText(file)) !== '') return file;
  return undefined;
}

function isTrue(value: string | undefined): boolean {
  return /^(?:1|true|yes|on|y|t)$/i.test(value ?? '');
}

function defined(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value));
}
