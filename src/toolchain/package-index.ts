import { readFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { basename, join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { messageOf } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';
import { installerEnvironment } from './environment.ts';

const PYPI = 'https://pypi.org/simple';

type Machine = Pick<BuildContext, 'env' | 'platform'>;

/**
 * Returns the environment for uv, which reads its own variables and files. If these name no index or
 * certificates, uv gets those of pip.
 */
export async function uvEnvironment(machine: Machine): Promise<Environment> {
  const { env } = machine;
  const pip = await readPip(machine);
  const isOwn = env['UV_DEFAULT_INDEX'] || env['UV_INDEX_URL'] || (await hasIndexInFile(machine));
  return {
    ...(pip.index && !isOwn && { UV_DEFAULT_INDEX: pip.index }),
    ...(pip.certificates && { SSL_CERT_FILE: pip.certificates }),
    ...installerEnvironment(env),
  };
}

/**
 * Gets a file of a project from the index of this machine, into memory.
 * @throws an error that says what is wrong with which address. It has no credentials.
 */
export async function fetchFromIndex(
  project: string,
  name: string,
  context: Machine & Pick<BuildContext, 'download' | 'signal'>,
): Promise<Uint8Array> {
  const { env, download, signal } = context;
  const pip = await readPip(context);
  const certificates = await readText(env['SSL_CERT_FILE'] || pip.certificates);
  const get = async (url: URL, page: URL): ReturnType<typeof download> => {
    const authorization = await authorizationFor(url, page, env);
    const plain = Object.assign(new URL(url), { username: '', password: '' });
    const settings = { authorization, certificates: certificates || undefined, signal };
    const answer = await download(plain, settings).catch((error: unknown) => {
      throw new Error(`${shown(url)}: ${messageOf(error)}`, { cause: error });
    });
    if (answer.status === 200) return answer;
    throw new Error(`${shown(url)}: HTTP status ${answer.status} (${STATUS_CODES[answer.status]})`);
  };

  const index = env['UV_DEFAULT_INDEX'] || env['UV_INDEX_URL'] || pip.index || PYPI;
  // uv lets an index have a name: `corporate=https://…`. The page of a project: PEP 503.
  const address = `${index.replace(/^[\w.-]+=/, '').replace(/\/*$/, '')}/${project}/`;
  if (!/^https?:/.test(address) || !URL.canParse(address))
    throw new Error('The index has no valid address that begins with https: or http:.');
  const page = new URL(address);
  const list = await get(page, page);
  const links = new TextDecoder().decode(list.body).matchAll(/\shref\s*=\s*["']([^"'#]+)/gi);
  for (const [, link = ''] of links) {
    const url = new URL(link.replaceAll('&amp;', '&'), list.url);
    if (decodeURIComponent(basename(url.pathname)) === name) return (await get(url, page)).body;
  }
  throw new Error(`${shown(page)}: does not have ${name}`);
}

/** Hides the user names and passwords in the addresses of a text. */
export function redact(text: string): string {
  return text.replaceAll(/(?<=\/\/)[^\s/]+@/g, '***@');
}

/**
 * Reads the index and the certificates of pip. Variables are more important than files, the files of
 * the user than those of the machine, and `[install]` than `[global]`.
 * Source: "Configuration" in pip's documentation.
 */
async function readPip(
  machine: Machine,
): Promise<{ readonly index: string | undefined; readonly certificates: string | undefined }> {
  const { env } = machine;
  const found = new Map<string, string>();
  const chosen = env['PIP_CONFIG_FILE'];
  const files = [
    ...systemFiles(machine, 'pip/pip.conf'),
    join(machine.platform.etc, 'pip.conf'),
    join(env['HOME'] ?? '/', '.pip', 'pip.conf'),
    userFile(env, 'pip/pip.conf'),
    chosen,
  ];
  for (const file of chosen === '/dev/null' ? [] : files) {
    let section = '';
    for (const [, title, name, value = ''] of (await readText(file)).matchAll(PIP_LINE)) {
      section = title ?? section;
      if (name !== undefined) found.set(`${section}.${name.replace('_', '-')}`, value.trim());
    }
  }
  const valueOf = (name: string): string | undefined =>
    found.get(`install.${name}`) ?? found.get(`global.${name}`);
  return {
    index: env['PIP_INDEX_URL'] || valueOf('index-url'),
    certificates: env['PIP_CERT'] || valueOf('cert'),
  };
}

/** A section, or a name with its value, which may be on the next line. */
const PIP_LINE = /^\[(.+?)\]|^(index[-_]url|cert)[ \t]*[=:][ \t]*(?:\r?\n[ \t]+)?(\S.*)/gm;

/**
 * True if a file of uv for the user or the machine names an index.
 * Source: "Configuration files" in the documentation of uv.
 */
async function hasIndexInFile(machine: Machine): Promise<boolean> {
  const files = [
    machine.env['UV_CONFIG_FILE'],
    userFile(machine.env, 'uv/uv.toml'),
    ...systemFiles(machine, 'uv/uv.toml'),
    join(machine.platform.etc, 'uv/uv.toml'),
  ];
  const texts = await Promise.all(files.map(readText));
  return texts.some((text) => /^[^#\n]*\bindex/m.test(text));
}

function userFile(env: Environment, path: string): string {
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? '/', '.config'), path);
}

function systemFiles({ env, platform }: Machine, path: string): readonly string[] {
  const folders = env['XDG_CONFIG_DIRS'] || join(platform.etc, 'xdg');
  return folders.split(':').map((folder) => join(folder, path));
}

async function readText(file: string | undefined): Promise<string> {
  return file === undefined ? '' : readFile(file, 'utf8').catch(() => '');
}

/**
 * Returns the header `authorization` for an address: the user and password in it or in that of the
 * page that links to it, if they have one origin, else those in the file of NETRC or ~/.netrc.
 */
async function authorizationFor(
  url: URL,
  page: URL,
  env: Environment,
): Promise<string | undefined> {
  const netrc = env['NETRC'] || join(env['HOME'] ?? '/', '.netrc');
  const own = [url, page].find(({ origin, username }) => origin === url.origin && username);
  const found =
    own === undefined
      ? credentialsIn(await readText(netrc), url.hostname)
      : [decodeURIComponent(own.username), decodeURIComponent(own.password)];
  return found && `Basic ${Buffer.from(found.join(':')).toString('base64')}`;
}

/** Returns the user and the password for a host in the text of a file of netrc. */
function credentialsIn(netrc: string, host: string): readonly [string, string] | undefined {
  const words = netrc.replaceAll(/(?:^|\s)#.*/g, '').split(/\s+/);
  const start = words.findIndex(
    (word, at) => word === 'default' || (word === 'machine' && words[at + 1] === host),
  );
  if (start === -1) return undefined;
  const found = new Map<string, string>();
  let at = start + (words[start] === 'default' ? 1 : 2);
  for (; at < words.length && !/^(?:machine|default)$/.test(words[at] ?? ''); at += 2)
    found.set(words[at] ?? '', words[at + 1] ?? '');
  return [found.get('login') ?? '', found.get('password') ?? ''];
}

/** Returns an address for messages, without its credentials and its query, which may be a signature. */
function shown({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
