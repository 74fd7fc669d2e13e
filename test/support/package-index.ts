import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An index of Python packages on this machine. */
export interface PackageIndex extends AsyncDisposable {
  readonly url: string;
  /** The paths that were asked for. */
  readonly requests: string[];
}

/** Serves the files of one project: their contents by name. */
export async function packageIndex(
  project: string,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<PackageIndex> {
  const requests: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const file = files[decodeURIComponent(url.replace('/files/', ''))];
    if (url === `/simple/${project}/`) {
      const links = Object.keys(files).map((name) => {
        const path = encodeURIComponent(name);
        return `<a href="/files/${path}">${name}</a>\n`;
      });
      response.setHeader('content-type', 'text/html').end(links.join(''));
    } else if (file !== undefined) response.end(file);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
