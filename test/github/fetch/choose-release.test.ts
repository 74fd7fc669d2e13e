import { afterEach, describe, expect, it } from '#jest';
import { withAccess } from '../../../src/github/api.ts';
import { chooseRelease } from '../../../src/github/fetch/choose-release.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import {
  answer,
  type ReleasesApi,
  type ServedRelease,
  startReleasesApi,
} from '../../support/releases-api.ts';

describe('a release', () => {
  let api: ReleasesApi;
  afterEach(async () => {
    await api[Symbol.asyncDispose]();
  });

  type Listed = string | Omit<ServedRelease, 'assets'>;

  it.each([
    ['a conflict', 409, { message: 'Conflict' }],
    ['an error of the server', 502, { message: 'Bad gateway' }],
    ['no body', 200, Buffer.from('')],
  ])('is not chosen if a page of the list is %s', async (_what, status, body) => {
    const releases = Array.from({ length: 120 }, (_, at) => ({ tag: `v1.0.${at}`, assets: [] }));
    api = await startReleasesApi(releases);
    for (let i = 0; i < 2; i += 1) api.once('&page=2', (to) => answer(to, status, body));
    expectGolden(await failureOf(() => choose('^1')));
  });

  it('gets no token from a further page on another server', async () => {
    const releases = Array.from({ length: 120 }, (_, at) => ({ tag: `v1.0.${at}`, assets: [] }));
    api = await startReleasesApi(releases);
    const link = `<${api.storage}/more>; rel="next"`;
    api.once('releases?', async (to, perform) => answer(to, 200, (await perform()).body, { link }));
    await failureOf(() => choose('^1'));
    expect(api.stored).toEqual([expect.objectContaining({ authorization: undefined })]);
  });

  async function choose(release: string, of?: string): Promise<string> {
    const task = { verb: 'download', what: 'a release', token: 'secret' } as const;
    const context = { env: api.env, signal: new AbortController().signal };
    const wanted = { release, repository: 'me/kernels', package: of };
    const timeouts = { idle: 5000, total: 60_000, pauses: [1] };
    const { tag_name: tag } = await withAccess(
      task,
      context,
      (access) => chooseRelease(wanted, access),
      timeouts,
    );
    return tag;
  }

  async function find(listed: readonly Listed[], release: string, of?: string): Promise<string> {
    const releases = listed.map((one) => (typeof one === 'string' ? { tag: one } : one));
    api = await startReleasesApi(releases.map((one) => ({ ...one, assets: [] })));
    return choose(release, of);
  }

  const candidate = { tag: 'v2.0.0-rc.1', prerelease: true };
  const marked = { tag: 'v1.9.0', prerelease: true };
  const draft = { tag: 'v1.8.0', draft: true };
  const TAGS = [
    candidate,
    marked,
    draft,
    'v1.3.0',
    '1.10.0',
    'v1.2.5',
    'v1.2.3',
    'nightly',
    'v0.9.0',
  ];

  it.each<[string, string, string]>([
    ['the newest that is not a prerelease', 'latest', 'v1.3.0'],
    ['the one with the tag', 'nightly', 'nightly'],
    ['the one with the tag, a prerelease', 'v1.9.0', 'v1.9.0'],
    ['the highest in the range, with or without v', '^1.2', '1.10.0'],
    ['not beyond the range', '~1.2.3', 'v1.2.5'],
    ['the highest below a version', '<1', 'v0.9.0'],
    ['the only one in the range', '1.3.0', 'v1.3.0'],
    ['in a range that could be a tag', 'v1', '1.10.0'],
    ['in one of two ranges', '0.9.x || 1.2.x', 'v1.2.5'],
    ['the highest of all', '*', '1.10.0'],
    ['a prerelease that the range names', '>=2.0.0-rc', 'v2.0.0-rc.1'],
  ])('is %s', async (_what, range, tag) => {
    expect(await find(TAGS, range)).toBe(tag);
  });

  it('is the one with the tag rather than one in the range', async () => {
    expect(await find(['v1.5.0', 'v1'], 'v1')).toBe('v1');
  });

  it('is not found if none is in the range', async () => {
    expectGolden(await failureOf(() => find(TAGS.slice(0, 4), '^1.8')));
  });

  it.each([
    ['as many as are shown', TAGS],
    ['more', [...TAGS, 'v0.1.0']],
  ])('is not found among %s', async (_what, tags) => {
    expectGolden(await failureOf(() => find(tags, '^7')));
  });

  it('is not found if none has the tag or is in the range', async () => {
    expectGolden(await failureOf(() => find(['v1.3.0'], 'v3')));
  });

  const several = ['matmul-v1.9.0', 'flash-attention-v1.2.0', 'flash-attention@1.4.0', 'x/1.3.0'];
  it.each([
    ['of the package', several, 'flash_attention', 'flash-attention@1.4.0'],
    ['of the other package', several, 'matmul', 'matmul-v1.9.0'],
    ['without a package, if none is named', [...several, 'v1.1.0'], undefined, 'v1.1.0'],
    ['without a package, if the named one has none', [...several, 'v1.1.0'], 'softmax', 'v1.1.0'],
    ['with the only prefix', ['kernels/v1.1.0', 'kernels/v1.2.0'], 'softmax', 'kernels/v1.2.0'],
  ])('is one %s', async (_what, tags, of, expected) => {
    expect(await find(tags, '^1', of)).toBe(expected);
  });

  it('is not chosen among those of several packages', async () => {
    expectGolden(await failureOf(() => find(several, '^1')));
  });

  it('is found on any page of the list', async () => {
    const many = Array.from({ length: 230 }, (_, index) => `v2.0.${230 - index}`);
    expect(await find([...many, 'v1.0.0'], '^1')).toBe('v1.0.0');
    expect(api.asked.map(({ path }) => path.split('?')[1])).toEqual([
      'per_page=100',
      'per_page=100&page=2',
      'per_page=100&page=3',
    ]);
  });
});
