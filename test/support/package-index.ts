import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '../../src/base/text.ts';
import { zipOf } from './zip-file.ts';

/** A wheel for every machine: its file name, and its content. */
export interface Wheel {
  readonly version: string;
  readonly name: string;
  readonly content: Buffer;
  readonly sha256: string;
}

/** Makes a wheel of these modules. `metadata` has further lines of METADATA. */
export function wheelOf(
  project: string,
  version: string,
  modules: Readonly<Record<string, string>>,
  metadata = '',
): Wheel {
  const stem = `${project.replaceAll('-', '_')}-${version}`;
  const info = `${stem}.dist-info`;
  const files = new Map([
    ...Object.entries(modules),
    [
      `${info}/METADATA`,
      `Metadata-Version: 2.4\nName: ${project}\nVersion: ${version}\n${metadata}\nThe text.\nLicense: none\n`,
    ],
    [
      `${info}/WHEEL`,
      'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ],
  ]);
  const hashOf = (text: string): string =>
    `sha256=${Buffer.from(sha256(text), 'hex').toString('base64url')}`;
  const lines = [...files].map(([path, text]) => `${path},${hashOf(text)},${text.length}\n`);
  const record = `${lines.join('')}${info}/RECORD,,\n`;
  const content = zipOf(new Map([...files, [`${info}/RECORD`, record]]));
  return { version, name: `${stem}-py3-none-any.whl`, content, sha256: sha256(content) };
}

/** A package index, which answers as PEP 503 says. */
export interface PackageIndex extends AsyncDisposable {
  /** Its address, for `UV_DEFAULT_INDEX`. */
  readonly url: string;
  /** The paths that were asked for. */
  readonly requests: string[];
}

/** Serves files by project. Those that are no wheels have no content. */
export async function servePackages(
  projects: Readonly<Record<string, readonly (Wheel | string)[]>>,
): Promise<PackageIndex> {
  const requests: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const files = projects[/^\/simple\/([^/]+)\/$/.exec(url)?.[1] ?? ''];
    const links = files?.map((file) =>
      typeof file === 'string'
        ? `<a href="/files/${file}">${file}</a>`
        : `<a href="/files/${file.name}#sha256=${file.sha256}">${file.name}</a>`,
    );
    const wheel = Object.values(projects)
      .flat()
      .find((file) => typeof file !== 'string' && url === `/files/${file.name}`);
    if (links !== undefined) response.setHeader('content-type', 'text/html').end(links.join('\n'));
    else if (typeof wheel === 'object') response.end(wheel.content);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
