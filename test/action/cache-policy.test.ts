import { describe, expect, it } from '#jest';
import { cachePolicy } from '../../src/action/cache-policy.ts';
import { openCache } from '../../src/action/cache.ts';
import type { Environment } from '../../src/base/process.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { fakeContext } from '../package/verify/context.ts';
import { silentLog } from '../support/silent-log.ts';

const SERVICE: Environment = {
  ACTIONS_CACHE_SERVICE_V2: 'True',
  ACTIONS_RESULTS_URL: 'https://results.example/',
  ACTIONS_RUNTIME_TOKEN: 'token',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_EVENT_NAME: 'push',
};
const OURS = { full_name: 'we/kernels' };
const FORK = { full_name: 'someone/kernels' };
const pullRequest = (head: object): unknown => ({
  pull_request: { head: { repo: head }, base: { repo: OURS } },
});

const ALL = { restores: true, saves: true };
const RESTORES = { restores: true, saves: false };
const NOTHING = { restores: false, saves: false };

describe('the input cache', () => {
  it('auto restores and saves for people with write access', () => {
    expect(cachePolicy('auto', SERVICE, {})).toEqual(ALL);
    const env = { ...SERVICE, GITHUB_EVENT_NAME: 'pull_request' };
    expect(cachePolicy('auto', env, pullRequest(OURS))).toEqual(ALL);
  });

  it('auto saves nothing for others, and says why', () => {
    const env = { ...SERVICE, GITHUB_EVENT_NAME: 'pull_request' };
    const { remark = '', ...policy } = cachePolicy('auto', env, pullRequest(FORK));
    expect(policy).toEqual(RESTORES);
    expectGolden(remark);
    expect(cachePolicy('auto', env, undefined)).toMatchObject(RESTORES);
    const unknown = { ...SERVICE, GITHUB_EVENT_NAME: undefined };
    expect(cachePolicy('auto', unknown, {})).toMatchObject(RESTORES);
  });

  it('read restores only, for everyone', () => {
    expect(cachePolicy('read', SERVICE, {})).toEqual(RESTORES);
    expect(cachePolicy('read', { ...SERVICE, GITHUB_EVENT_NAME: 'issues' }, {})).toEqual(RESTORES);
  });

  it('required restores and saves as auto does', () => {
    expect(cachePolicy('required', SERVICE, {})).toEqual(ALL);
    const env = { ...SERVICE, GITHUB_EVENT_NAME: 'pull_request' };
    expect(cachePolicy('required', env, pullRequest(FORK))).toMatchObject(RESTORES);
  });

  it('required fails at once on a runner without a cache', async () => {
    const { signal } = new AbortController();
    const context = { ...fakeContext(), env: {}, log: silentLog, signal, scratch: '' };
    expectGolden(await failureOf(() => openCache('required', context)));
    expect(await openCache('auto', context)).toMatchObject({ store: undefined });
  });

  it('off does neither and says nothing', () => {
    expect(cachePolicy('off', SERVICE, {})).toEqual(NOTHING);
  });
});

describe('ACTIONS_CACHE_MODE', () => {
  it.each([
    ['none', NOTHING],
    ['read', RESTORES],
    ['write-only', { restores: false, saves: true }],
    ['write', ALL],
    [' Write ', ALL],
    ['of-a-later-version', ALL],
  ] as const)('%s is respected', (mode, allowed) => {
    const { remark, ...policy } = cachePolicy('auto', { ...SERVICE, ACTIONS_CACHE_MODE: mode }, {});
    expect(policy).toEqual(allowed);
    expectGolden(remark ?? '(nothing)');
  });

  it('write-only with the input read turns the cache off', () => {
    const env = { ...SERVICE, ACTIONS_CACHE_MODE: 'write-only' };
    const { remark = '', ...policy } = cachePolicy('read', env, {});
    expect(policy).toEqual(NOTHING);
    expectGolden(remark);
  });
});

describe('a runner', () => {
  const offered = (env: Environment): boolean =>
    cachePolicy('auto', { ...SERVICE, ...env }, {}).restores;

  it('has the cache on github.com and on hosts of GitHub Enterprise Cloud', () => {
    expect(offered({ GITHUB_SERVER_URL: undefined })).toBe(true);
    expect(offered({ GITHUB_SERVER_URL: 'https://we.ghe.com' })).toBe(true);
  });

  it('has the cache of version 1 on other servers and in act, which has no token', () => {
    const old = { ACTIONS_CACHE_SERVICE_V2: undefined, ACTIONS_CACHE_URL: 'http://cache/' };
    expect(offered({ ...old, GITHUB_SERVER_URL: 'https://github.example.com' })).toBe(true);
    expect(
      offered({ ...old, ACTIONS_RESULTS_URL: undefined, ACTIONS_RUNTIME_TOKEN: undefined }),
    ).toBe(true);
    // The library uses version 1 there, whatever the variable says.
    const both = { ...old, ACTIONS_CACHE_SERVICE_V2: 'True' };
    expect(offered({ ...both, GITHUB_SERVER_URL: 'https://github.example.com' })).toBe(true);
  });

  it.each([
    ['ACTIONS_RUNTIME_TOKEN', undefined],
    ['ACTIONS_RESULTS_URL', ''],
    ['ACTIONS_CACHE_SERVICE_V2', undefined],
    ['GITHUB_SERVER_URL', 'https://github.example.com'],
    ['GITHUB_SERVER_URL', 'nonsense'],
  ])('has no cache if %s is %s', (name, value) => {
    expect(offered({ [name]: value })).toBe(false);
    expectGolden(cachePolicy('auto', { ...SERVICE, [name]: value }, {}).remark ?? '');
  });
});
