import { describe, expect, it } from '@jest/globals';
import { cachePolicy } from '../../src/action/cache.ts';
import type { Environment } from '../../src/core/base/process.ts';

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
  it('is auto: restores and saves for people with write access', () => {
    expect(cachePolicy('auto', SERVICE, {})).toEqual(ALL);
    const env = { ...SERVICE, GITHUB_EVENT_NAME: 'pull_request' };
    expect(cachePolicy('auto', env, pullRequest(OURS))).toEqual(ALL);
  });

  it('is auto: saves nothing for others, and says why', () => {
    const env = { ...SERVICE, GITHUB_EVENT_NAME: 'pull_request' };
    expect(cachePolicy('auto', env, pullRequest(FORK))).toEqual({
      ...RESTORES,
      remark: 'nothing is saved to the cache: the pull request comes from the fork someone/kernels',
    });
    expect(cachePolicy('auto', env, undefined)).toMatchObject(RESTORES);
    const unknown = { ...SERVICE, GITHUB_EVENT_NAME: undefined };
    expect(cachePolicy('auto', unknown, {})).toMatchObject(RESTORES);
  });

  it('is read: restores only, whoever asks', () => {
    expect(cachePolicy('read', SERVICE, {})).toEqual(RESTORES);
    expect(cachePolicy('read', { ...SERVICE, GITHUB_EVENT_NAME: 'issues' }, {})).toEqual(RESTORES);
  });

  it('is off: neither, without a word', () => {
    expect(cachePolicy('off', SERVICE, {})).toEqual(NOTHING);
  });
});

describe('ACTIONS_CACHE_MODE', () => {
  it.each([
    ['none', NOTHING, 'the cache is off: ACTIONS_CACHE_MODE is none'],
    ['read', RESTORES, 'nothing is saved to the cache: ACTIONS_CACHE_MODE is read'],
    ['write-only', { restores: false, saves: true }, undefined],
    ['write', ALL, undefined],
    [' Write ', ALL, undefined],
    ['of a later day', ALL, undefined],
  ] as const)('%s is obeyed', (mode, allowed, remark) => {
    const policy = cachePolicy('auto', { ...SERVICE, ACTIONS_CACHE_MODE: mode }, {});
    expect(policy).toEqual({ ...allowed, ...(remark !== undefined && { remark }) });
  });

  it('write-only leaves nothing of the input read', () => {
    const policy = cachePolicy('read', { ...SERVICE, ACTIONS_CACHE_MODE: 'write-only' }, {});
    expect(policy).toEqual({
      ...NOTHING,
      remark: 'the cache is off: ACTIONS_CACHE_MODE is write-only',
    });
  });
});

describe('a runner', () => {
  const offered = (env: Environment): boolean =>
    cachePolicy('auto', { ...SERVICE, ...env }, {}).restores;

  it('offers the cache on GitHub, also with a host of its own', () => {
    expect(offered({ GITHUB_SERVER_URL: undefined })).toBe(true);
    expect(offered({ GITHUB_SERVER_URL: 'https://we.ghe.com' })).toBe(true);
  });

  it.each([
    ['ACTIONS_RUNTIME_TOKEN', undefined],
    ['ACTIONS_RESULTS_URL', ''],
    ['ACTIONS_CACHE_SERVICE_V2', undefined],
    ['GITHUB_SERVER_URL', 'https://github.example.com'],
    ['GITHUB_SERVER_URL', 'nonsense'],
  ])('does not offer it where %s is %s', (name, value) => {
    expect(offered({ [name]: value })).toBe(false);
    expect(cachePolicy('auto', { ...SERVICE, [name]: value }, {}).remark).toBe(
      'the cache is off: this runner has no cache service that is known here',
    );
  });
});
