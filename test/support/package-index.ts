import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An index of Python packages on this machine. */
export interface PackageIndex extends AsyncDisposable {
  readonly url: string;
  /** The paths that were asked for. */
  readonly requests: string[];
}

/** Returns the bytes that a server sends for a range, or all if it does not know ranges. */
export type AnswerRange = (start: number, end: number, content: Uint8Array) => Uint8Array;

/** Serves the files of one project: their contents by name. */
export async function packageIndex(
  project: string,
  files: Readonly<Record<string, Uint8Array>>,
  answerRange: AnswerRange = (start, end, content) => content.subarray(start, end),
): Promise<PackageIndex> {
  const requests: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    requests.push(url);
    const file = files[decodeURIComponent(url.replace('/files/', ''))];
    if (url === `/simple/${project}/`) {
      const links = Object.keys(files).map((name) => {
        const path = encodeURIComponent(name);
        return `<a href="/files/${path}">${name}</a>\n`;
      });
      response.setHeader('content-type', 'text/html').end(links.join(''));
    } else if (file !== undefined && headers.range !== undefined) {
      const [first = 0, last = 0] = headers.range.match(/\d+/g)?.map(Number) ?? [];
      const part = answerRange(first, last + 1, file);
      const range = `bytes ${first}-${last}/${file.length}`;
      if (part !== file) response.writeHead(206, { 'content-range': range });
      response.end(part);
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
