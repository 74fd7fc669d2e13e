import { afterEach, beforeAll, beforeEach, expect } from '#jest';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildContext } from '../../../src/base/context.ts';
import { run } from '../../../src/base/process.ts';
import { type Published, publishRelease } from '../../../src/publish.ts';
import type { PublishRequest } from '../../../src/github/publish/request.ts';
import { fakePackage } from '../../support/fake-package.ts';
import {
  type KeptRelease,
  type ReleasesApi,
  type ReleasesSettings,
  type ServedRelease,
  startReleasesApi,
} from '../../support/releases-api.ts';
import { silentLog } from '../../support/silent-log.ts';

export const TAG = 'v1.2.0';
export const ARCHIVE = 'aot-demo-1.2.0.tar.gz';
export const SUMS = 'aot-demo-1.2.0.SHA256SUMS';
export const BUNDLE = 'aot-demo-1.2.0.sigstore.jsonl';
export const RELEASES = '/api/v3/repos/me/kernels/releases';

/** Differences to publishing the package `demo` to its tag. */
export interface Wanted extends Partial<PublishRequest> {
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Time limits in milliseconds, without a byte and for everything. */
  readonly idle?: number;
  readonly total?: number;
}

/** A server for each test, and a function that publishes to it. */
export interface Publisher {
  readonly api: ReleasesApi;
  /** The package `demo`. */
  readonly pkg: string;
  serve(releases?: readonly ServedRelease[], settings?: ReleasesSettings): Promise<void>;
  publish(wanted?: Wanted): Promise<Published>;
  /** The only release. */
  only(): KeptRelease;
  /** A release of `demo`, published to another server. */
  published(): Promise<KeptRelease>;
}

export function packageOf(name: string): Promise<string> {
  const manifest = `
package: ${name}
version: 1.2.0
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  ${name}_copy:
    source: k.py:copy
    arguments: { x: "*fp32" }
    grid: [1]
`;
  return fakePackage(manifest, { copy: ['x'] });
}

export function namesOf({ assets }: KeptRelease): string[] {
  return assets.map(({ name }) => name).toSorted();
}

/** Sets up the tests of a file. After each, the scratch folder must be empty. */
export function publisher(): Publisher {
  let api: ReleasesApi;
  let scratch: string;
  let pkg: string;
  beforeAll(async () => {
    pkg = await packageOf('demo');
  });
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'scratch-'));
  });
  afterEach(async () => {
    expect(await readdir(scratch)).toEqual([]);
    await api[Symbol.asyncDispose]();
    await rm(scratch, { recursive: true, force: true });
  });

  const at: Publisher = {
    get api() {
      return api;
    },
    get pkg() {
      return pkg;
    },
    async serve(releases = [], settings = {}) {
      api = await startReleasesApi(releases, 'secret', settings);
    },
    publish({
      env = {},
      signal = new AbortController().signal,
      idle = 300,
      total = 60_000,
      ...wanted
    } = {}) {
      const own = { ...api.env, GITHUB_SHA: 'c0ffee', ...env };
      const outside = { env: own, log: silentLog, scratch, signal, runTool: run };
      // The rest of the context is not used.
      const context = outside as unknown as BuildContext;
      const request: PublishRequest = {
        packages: [pkg],
        others: {},
        tag: TAG,
        repository: 'me/kernels',
        token: 'secret',
        require: { kind: 'abi-checked' },
        draft: false,
        prerelease: undefined,
        latest: undefined,
        name: undefined,
        notes: undefined,
        attest: undefined,
        ...wanted,
      };
      return publishRelease(request, context, { idle, total, pauses: [5, 10] });
    },
    only() {
      expect(api.releases.length).toBe(1);
      return api.releases[0] as KeptRelease;
    },
    async published() {
      await at.serve();
      await at.publish();
      const release = at.only();
      await api[Symbol.asyncDispose]();
      return release;
    },
  };
  return at;
}
