import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A file of a release, and how it is given wrongly. */
export interface ServedAsset {
  readonly name: string;
  readonly content: Buffer;
  /** Of the upload; that of the content by default. */
  readonly digest?: string | null;
  readonly size?: number;
  readonly state?: string;
}

export interface ServedRelease {
  readonly tag: string;
  readonly prerelease?: boolean;
  readonly assets: readonly ServedAsset[];
}

/** What a server does instead of answering as it should. */
export type Misdeed = (response: ServerResponse) => void;

export interface SeenRequest {
  readonly path: string;
  readonly accept: string | undefined;
  readonly authorization: string | undefined;
}

/** GitHub's API for releases, with its files on a server of their own. */
export interface ReleasesApi extends AsyncDisposable {
  /** What a runner sets. */
  readonly env: Readonly<Record<string, string>>;
  /** Of the files. */
  readonly storage: string;
  readonly asked: readonly SeenRequest[];
  readonly stored: readonly SeenRequest[];
  /** The next request whose path holds the text goes wrong. */
  once(part: string, misdeed: Misdeed): void;
}

/** Serves releases of `me/kernels`, newest first, to whom shows `token`: below a path, as GitHub Enterprise does. */
export async function startReleasesApi(
  releases: readonly ServedRelease[],
  token = 'secret',
): Promise<ReleasesApi> {
  const rules: { part: string; misdeed: Misdeed }[] = [];
  const assets = releases.flatMap((release) => release.assets);
  const asked: SeenRequest[] = [];
  const stored: SeenRequest[] = [];

  const strike = (path: string, response: ServerResponse): boolean => {
    const index = rules.findIndex(({ part }) => path.includes(part));
    const [rule] = index < 0 ? [] : rules.splice(index, 1);
    rule?.misdeed(response);
    return rule !== undefined;
  };

  const storage = await listen((request, response) => {
    const path = note(stored, request);
    if (strike(path, response)) return;
    const asset = assets[Number(path.slice('/blob/'.length))];
    response.writeHead(200, { 'content-length': asset?.content.length }).end(asset?.content);
  });

  const api = await listen((request, response) => {
    const path = note(asked, request);
    if (strike(path, response)) return;
    const [, part = '', id = ''] =
      /^\/api\/v3\/repos\/me\/kernels\/releases\/(latest|tags|assets)\/?(.*)$/.exec(path) ?? [];
    const release = releases.find(({ tag, prerelease }) =>
      part === 'latest' ? prerelease !== true : part === 'tags' && encodeURIComponent(tag) === id,
    );
    if (request.headers.authorization !== `Bearer ${token}`) answer(response, 404);
    else if (part === 'assets') {
      // Relative addresses are allowed, and lead on.
      response.writeHead(302, { location: `${storage.url}/blob/${id}` }).end('moved');
    } else if (release === undefined) answer(response, 404);
    else {
      const files = release.assets.map((asset) => ({
        name: asset.name,
        url: `${api.url}/api/v3/repos/me/kernels/releases/assets/${assets.indexOf(asset)}`,
        state: asset.state ?? 'uploaded',
        size: asset.size ?? asset.content.length,
        digest: asset.digest === undefined ? digestOf(asset.content) : asset.digest,
      }));
      const { tag, prerelease = false } = release;
      answer(response, 200, { tag_name: tag, prerelease, assets: files });
    }
  });

  return {
    env: { GITHUB_API_URL: `${api.url}/api/v3`, GITHUB_REPOSITORY: 'me/kernels' },
    storage: storage.url,
    asked,
    stored,
    once: (part, misdeed) => void rules.push({ part, misdeed }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([api.close(), storage.close()]);
    },
  };
}

/** Answers with a status, as the API does. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown = { message: 'Not Found' },
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));
}

function note(seen: SeenRequest[], { url = '', headers }: IncomingMessage): string {
  seen.push({ path: url, accept: headers.accept, authorization: headers.authorization });
  return url;
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

async function listen(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port to listen on');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
