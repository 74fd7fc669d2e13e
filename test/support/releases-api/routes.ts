import type { IncomingMessage } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { keepAsset, type KeptAsset, type KeptRelease, type NextId } from './kept-release.ts';
import type { Answer } from './server.ts';

/** The repository `me/kernels`; its releases are newest first. */
export interface Repository {
  readonly releases: KeptRelease[];
  /** Tags without a release. */
  readonly tags: readonly string[];
  /** True if releases cannot be changed once they are published. */
  readonly immutable: boolean;
  readonly nextId: NextId;
}

/** The addresses of the servers. */
export interface Addresses {
  readonly api: () => string;
  readonly uploads: () => string;
  readonly storage: () => string;
}

const REPOSITORY = '/repos/me/kernels';
const DENIED: Answer = {
  status: 403,
  body: { message: 'Resource not accessible by integration' },
};
const MISSING: Answer = { status: 404 };
const INVALID = (code: string, field: string): Answer => ({
  status: 422,
  body: { message: 'Validation Failed', errors: [{ resource: 'Release', code, field }] },
});

/** Answers a request of the API, with or without permission to write. */
export async function serveApi(
  repository: Repository,
  at: Addresses,
  mayWrite: boolean,
  request: IncomingMessage,
): Promise<Answer> {
  const { method = 'GET', url = '' } = request;
  const { pathname, searchParams } = new URL(url, 'http://any');
  const [, called = ''] = pathname.split(`/api/v3${REPOSITORY}/`);
  const visible = repository.releases.filter(({ draft }) => mayWrite || !draft);
  const show = (release: KeptRelease): unknown => releaseJson(release, at);
  const one = (release: KeptRelease | undefined, how = show): Answer =>
    release === undefined ? MISSING : { status: 200, body: how(release) };
  const [kind, id = '', more] = splitPath(called);
  const release = visible.find((it) => String(it.id) === id);
  if (method !== 'GET' && !mayWrite) return DENIED;

  switch (`${method} ${kind}`) {
    case 'GET releases':
      return page(visible.map(show), searchParams, `${at.api()}${pathname}`);
    case 'GET latest':
      return one(visible.find(({ draft, prerelease }) => !draft && !prerelease));
    case 'GET tags':
      return one(visible.find(({ draft, tag }) => !draft && encodeURIComponent(tag) === id));
    case 'GET ref': {
      const tags = [...repository.tags, ...visible.filter((it) => !it.draft).map((it) => it.tag)];
      return tags.includes(decodeURIComponent(id)) ? { status: 200, body: {} } : MISSING;
    }
    case 'GET assets': {
      const location = `${at.storage()}/blob/${id}`;
      return { status: 302, body: 'moved', headers: { location } };
    }
    case 'GET release':
      return more === 'assets' && release !== undefined
        ? page(
            release.assets.map((asset) => assetJson(asset, at)),
            searchParams,
            `${at.api()}${pathname}`,
          )
        : one(release);
    case 'POST releases':
      return create(repository, (await json(request)) as Wanted, at);
    case 'PATCH release':
      return release === undefined
        ? MISSING
        : edit(repository, release, (await json(request)) as Wanted, at);
    case 'DELETE release':
      if (release === undefined) return MISSING;
      repository.releases.splice(repository.releases.indexOf(release), 1);
      return { status: 204 };
    case 'DELETE assets':
      return removeAsset(repository, id);
    default:
      return MISSING;
  }
}

/** Answers a request of the server for uploads. */
export async function serveUpload(
  { releases, nextId }: Repository,
  at: Addresses,
  mayWrite: boolean,
  request: IncomingMessage,
): Promise<Answer> {
  const { method = 'GET', url = '' } = request;
  const { pathname, searchParams } = new URL(url, 'http://any');
  const [, id] =
    /^\/api\/uploads\/repos\/me\/kernels\/releases\/(\d+)\/assets$/.exec(pathname) ?? [];
  const release = releases.find((it) => String(it.id) === id);
  const name = searchParams.get('name') ?? '';
  if (method !== 'POST' || release === undefined) return MISSING;
  if (!mayWrite) return DENIED;
  if (request.headers['content-length'] === undefined || name === '')
    return { status: 400, body: { message: 'Bad Content-Length' } };
  const content = await buffer(request);
  if (release.immutable)
    return { status: 422, body: { message: 'Cannot upload assets to an immutable release.' } };
  if (release.assets.some((asset) => asset.name === name)) return INVALID('already_exists', 'name');
  const asset = keepAsset({ name, content }, nextId);
  release.assets.push(asset);
  return { status: 201, body: assetJson(asset, at) };
}

interface Wanted {
  readonly tag_name?: string;
  readonly name?: string;
  readonly body?: string;
  readonly draft?: boolean;
  readonly prerelease?: boolean;
  readonly target_commitish?: string;
  readonly make_latest?: string;
}

function create({ releases, nextId }: Repository, wanted: Wanted, at: Addresses): Answer {
  const tag = wanted.tag_name ?? '';
  if (releases.some((it) => it.tag === tag && !it.draft))
    return INVALID('already_exists', 'tag_name');
  const release = {
    id: nextId(),
    tag,
    name: wanted.name ?? '',
    body: wanted.body ?? '',
    draft: wanted.draft === true,
    prerelease: wanted.prerelease === true,
    immutable: false,
    target: wanted.target_commitish,
    latest: wanted.make_latest,
    assets: [],
  };
  releases.unshift(release);
  return { status: 201, body: releaseJson(release, at) };
}

function edit(
  { immutable }: Repository,
  release: KeptRelease,
  { draft, make_latest: latest }: Wanted,
  at: Addresses,
): Answer {
  if (draft === false && release.draft) {
    release.draft = false;
    release.immutable = immutable;
  }
  release.latest = latest ?? release.latest;
  return { status: 200, body: releaseJson(release, at) };
}

function removeAsset({ releases }: Repository, id: string): Answer {
  const release = releases.find(({ assets }) => assets.some((asset) => String(asset.id) === id));
  if (release === undefined) return MISSING;
  if (release.immutable)
    return { status: 422, body: { message: 'Cannot delete assets of an immutable release.' } };
  release.assets = release.assets.filter((asset) => String(asset.id) !== id);
  return { status: 204 };
}

/** Splits a path below the repository's: `releases`, `release 1 assets`, `tags v1`, … */
function splitPath(path: string): readonly [kind: string, id?: string, more?: string] {
  const [, tag] = /^git\/ref\/tags\/(.+)$/.exec(path) ?? [];
  if (tag !== undefined) return ['ref', tag];
  const [first, second, ...rest] = path.split('/');
  if (first !== 'releases') return [''];
  if (second === undefined) return ['releases'];
  return /^\d+$/.test(second) ? ['release', second, rest.join('/')] : [second, rest.join('/')];
}

/** A page of 30 items by default, with a link to the next one. */
function page(items: readonly unknown[], asked: URLSearchParams, url: string): Answer {
  const size = Math.min(Number(asked.get('per_page') ?? 30), 100);
  const number = Number(asked.get('page') ?? 1);
  const isLast = number * size >= items.length;
  const next = `<${url}?per_page=${size}&page=${number + 1}>; rel="next"`;
  return {
    status: 200,
    body: items.slice((number - 1) * size, number * size),
    headers: isLast ? {} : { link: `${next}, <${url}?page=99>; rel="last"` },
  };
}

function releaseJson(release: KeptRelease, at: Addresses): unknown {
  const { id, tag, name, body, draft, prerelease, immutable, assets } = release;
  const address = draft ? `untagged-${id}` : tag;
  return {
    id,
    url: `${at.api()}/api/v3${REPOSITORY}/releases/${id}`,
    html_url: `https://github.example/me/kernels/releases/tag/${address}`,
    upload_url: `${at.uploads()}/api/uploads${REPOSITORY}/releases/${id}/assets{?name,label}`,
    tag_name: tag,
    name,
    body,
    draft,
    prerelease,
    immutable,
    assets: assets.map((asset) => assetJson(asset, at)),
  };
}

function assetJson({ id, name, state, size, digest }: KeptAsset, at: Addresses): unknown {
  return {
    id,
    name,
    url: `${at.api()}/api/v3${REPOSITORY}/releases/assets/${id}`,
    browser_download_url: `${at.storage()}/blob/${id}`,
    state,
    size,
    digest,
  };
}
