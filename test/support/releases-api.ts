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
  type Fault,
  type SeenRequest,
  startServer,
} from './releases-api/server.ts';

export { answer };
export type { KeptRelease, Fault, SeenRequest, ServedAsset, ServedRelease };

/** GitHub's API for releases, with another server for downloads and one for uploads. */
export interface ReleasesApi extends AsyncDisposable {
  /** The variables that a runner sets. */
  readonly env: Readonly<Record<string, string>>;
  /** The address of the server for downloads. */
  readonly storage: string;
  readonly asked: readonly SeenRequest[];
  readonly stored: readonly SeenRequest[];
  readonly uploaded: readonly SeenRequest[];
  /** Method and path of every request that can change something, in order. */
  readonly writes: readonly string[];
  /** The current releases, newest first. Tests may change them. */
  readonly releases: KeptRelease[];
  /** Makes the next request fail whose method and path, such as `GET /blob/1`, contain the text. */
  once(part: string, fault: Fault): void;
}

export interface ReleasesSettings {
  /** A token that may only read. */
  readonly reader?: string;
  /** Tags without a release. */
  readonly tags?: readonly string[];
  /** True if releases cannot be changed once they are published. */
  readonly immutable?: boolean;
}

/**
 * Serves releases of `me/kernels`, newest first, to requests with `token`: below a path, as GitHub
 * Enterprise does. Other requests get 404.
 */
export async function startReleasesApi(
  served: readonly ServedRelease[],
  token = 'secret',
  { reader, tags = [], immutable = false }: ReleasesSettings = {},
): Promise<ReleasesApi> {
  // Older releases have smaller ids.
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
