import {
  countIds,
  keepRelease,
  type KeptRelease,
  type ServedAsset,
  type ServedRelease,
} from './releases-api/kept-release.ts';
import { type Addresses, serveApi, serveUpload } from './releases-api/routes.ts';
import {
  answer,
  faults,
  type Misdeed,
  type SeenRequest,
  startServer,
} from './releases-api/server.ts';

export { answer };
export type { KeptRelease, Misdeed, SeenRequest, ServedAsset, ServedRelease };

/** GitHub's API for releases, with a server for its files, and another for uploads. */
export interface ReleasesApi extends AsyncDisposable {
  /** What a runner sets. */
  readonly env: Readonly<Record<string, string>>;
  /** Of the files. */
  readonly storage: string;
  readonly asked: readonly SeenRequest[];
  readonly stored: readonly SeenRequest[];
  readonly uploaded: readonly SeenRequest[];
  /** Method and path of all that was to change something, in the order it came. */
  readonly writes: readonly string[];
  /** As they stand at the moment, newest first. Tests may change them. */
  readonly releases: KeptRelease[];
  /** The next request whose method and path, such as `GET /blob/1`, hold the text goes wrong. */
  once(part: string, misdeed: Misdeed): void;
}

export interface ReleasesSettings {
  /** A token that may read only. */
  readonly reader?: string;
  /** Tags without a release. */
  readonly tags?: readonly string[];
  /** Whether releases cannot be changed once they are published. */
  readonly immutable?: boolean;
}

/**
 * Serves releases of `me/kernels`, newest first, to whom shows `token`: below a path, as GitHub Enterprise does. Others
 * find nothing.
 */
export async function startReleasesApi(
  served: readonly ServedRelease[],
  token = 'secret',
  { reader, tags = [], immutable = false }: ReleasesSettings = {},
): Promise<ReleasesApi> {
  // Older ones have smaller numbers.
  const nextId = countIds();
  const older = served.toReversed().map((release) => keepRelease(release, nextId));
  const releases = older.toReversed();
  const repository = { releases, tags, immutable, nextId };
  const rules = faults();
  const writes: string[] = [];
  const at: Addresses = {
    api: () => api.url,
    uploads: () => uploads.url,
    storage: () => storage.url,
  };
  const rights = ({ authorization }: SeenRequest): 'write' | 'read' | 'none' => {
    if (authorization === `Bearer ${token}`) return 'write';
    return reader !== undefined && authorization === `Bearer ${reader}` ? 'read' : 'none';
  };

  const storage = await startServer(rules, writes, async ({ path }) => {
    const id = Number(path.slice('/blob/'.length));
    const asset = releases.flatMap(({ assets }) => assets).find((one) => one.id === id);
    return { status: asset === undefined ? 404 : 200, body: asset?.content };
  });
  const uploads = await startServer(rules, writes, async (seen, request) => {
    const right = rights(seen);
    if (right === 'none') return { status: 404 };
    return serveUpload(repository, at, right === 'write', request);
  });
  const api = await startServer(rules, writes, async (seen, request) => {
    const right = rights(seen);
    if (right === 'none') return { status: 404 };
    return serveApi(repository, at, right === 'write', request);
  });

  return {
    env: { GITHUB_API_URL: `${api.url}/api/v3`, GITHUB_REPOSITORY: 'me/kernels' },
    storage: storage.url,
    asked: api.seen,
    stored: storage.seen,
    uploaded: uploads.seen,
    releases,
    writes,
    once: rules.once,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([api.close(), uploads.close(), storage.close()]);
    },
  };
}
