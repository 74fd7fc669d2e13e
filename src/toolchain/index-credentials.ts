import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../base/process.ts';

/**
 * Returns the value of the header `authorization` for a server: from the user and password in one
 * of the addresses, else from the file of NETRC or ~/.netrc; undefined if it has no credentials.
 */
export async function authorizationFor(
  url: URL,
  others: readonly URL[],
  env: Environment,
): Promise<string | undefined> {
  const own = [url, ...others].find(({ origin, username }) => origin === url.origin && username);
  const found =
    own === undefined
      ? await credentialsInNetrc(url.hostname, env)
      : [decodeURIComponent(own.username), decodeURIComponent(own.password)];
  return found && `Basic ${Buffer.from(found.join(':')).toString('base64')}`;
}

async function credentialsInNetrc(
  host: string,
  env: Environment,
): Promise<readonly string[] | undefined> {
  const file = env['NETRC'] || join(env['HOME'] ?? '/', '.netrc');
  const text = await readFile(file, 'utf8').catch(() => '');
  const words = text.replaceAll(/(?:^|\s)#.*/g, '').split(/\s+/);
  let isOwn = false;
  const found: Record<string, string> = {};
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', next = ''] = words.slice(at, at + 2);
    if (word === 'machine' || word === 'default') {
      if (isOwn) break;
      isOwn = word === 'default' || next === host;
    } else if (isOwn && (word === 'login' || word === 'password')) {
      found[word] = next;
    } else {
      continue;
    }
    if (word !== 'default') at += 1;
  }
  return isOwn ? [found['login'] ?? '', found['password'] ?? ''] : undefined;
}
