import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Environment } from './process.ts';

// The pages of a workflow's repository. Source: GitHub, "Default environment variables".

/** Returns the page of the repository whose workflow runs; undefined outside of workflows. */
export function repositoryPage(env: Environment): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
  return server && repository ? `${server}/${repository}` : undefined;
}

/** Returns the page of a line at the commit that the workflow runs for; undefined if the file is not in the checkout. */
export function linePage(env: Environment, file: string, line: number): string | undefined {
  const [page, commit, root] = [repositoryPage(env), env['GITHUB_SHA'], env['GITHUB_WORKSPACE']];
  const path = root && pathInside(root, file);
  if (page === undefined || !commit || !path) return undefined;
  return `${page}/blob/${commit}/${encodePath(path)}#L${line}`;
}

/** Returns the path of a file below a folder, with forward slashes; undefined if it is elsewhere. */
export function pathInside(folder: string, file: string): string | undefined {
  const path = relative(realPath(folder), realPath(file));
  return path === '' || path === '..' || path.startsWith(`..${sep}`) || resolve(path) === path
    ? undefined
    : path.replaceAll(sep, '/');
}

/** Encodes a path with forward slashes as part of an address. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
