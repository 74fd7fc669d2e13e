import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildContext } from '../../../src/base/context.ts';
import { run } from '../../../src/base/process.ts';
import type { Check } from '../../../src/package/verify/finding.ts';
import {
  type ReleasedPackage,
  withVerifiedRelease,
} from '../../../src/github/fetch/verify-release.ts';
import { fakeGh } from '../../support/gh-tool.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { type ReleasesApi, startReleasesApi } from '../../support/releases-api.ts';
import { silentLog } from '../../support/silent-log.ts';
import { packageBall } from '../../support/tarball.ts';

const NAME = 'aot-demo-1.2.0.tar.gz';
const CONTENT = packageBall();

describe('the package to verify', () => {
  let api: ReleasesApi;
  let scratch: string;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'scratch-'));
    const assets = [
      { name: NAME, content: CONTENT },
      { name: 'aot-demo-1.2.0.sigstore.jsonl', content: Buffer.from('{}\n') },
    ];
    api = await startReleasesApi([{ tag: 'v1.2.0', assets }]);
  });
  afterEach(async () => {
    await api[Symbol.asyncDispose]();
    await rm(scratch, { recursive: true });
  });

  interface Seen {
    readonly path: string;
    readonly checks: readonly Check[];
    readonly content: Buffer | undefined;
  }

  function open(wish: Partial<ReleasedPackage>, env: Record<string, string> = {}): Promise<Seen> {
    const signal = new AbortController().signal;
    const context = {
      env: { ...api.env, GH_TOKEN: 'secret', ...env },
      log: silentLog,
      home: scratch,
      now: Date.now,
      scratch,
      signal,
      runTool: run,
    } as unknown as BuildContext;
    return withVerifiedRelease({ package: 'aot', ...wish }, context, async (path, checks) => ({
      path,
      checks,
      content: await readFile(path).catch(() => undefined),
    }));
  }

  it('is the one at the path if no release is named', async () => {
    expect(await open({})).toMatchObject({ path: 'aot', checks: [] });
    expect(api.asked).toEqual([]);
  });

  it('is the archive of a release, which is removed afterwards', async () => {
    const { path, checks, content } = await open({ release: 'latest', repository: 'me/kernels' });
    expect(content).toEqual(CONTENT);
    const sha256 = createHash('sha256').update(CONTENT).digest('hex');
    expect(checks).toEqual([
      {
        name: 'archive',
        outcome: 'ok',
        text: `${NAME} of me/kernels v1.2.0 is the file that was uploaded (sha256 ${sha256})`,
      },
    ]);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    expect(await readdir(scratch)).toEqual([]);
  });

  it('must have an attestation by a workflow of the repository if that is required', async () => {
    await using gh = await fakeGh();
    const wish = { release: 'v1.2.0', repository: 'me/kernels', attestation: true };
    const { checks } = await open(wish, { PATH: gh.path });
    expect(checks.map(({ name }) => name)).toEqual(['archive', 'attestation']);
    const [call] = await gh.calls();
    expect(call?.args).toEqual(expect.arrayContaining(['--repo', 'me/kernels', '--bundle']));
    await using refusing = await fakeGh({ code: 1, stderr: 'no attestations found' });
    await expect(open(wish, { PATH: refusing.path })).rejects.toMatchObject({
      kind: 'verification',
    });
    expect(await readdir(scratch)).toEqual([]);
  });

  it('can be an archive at the path with an attestation, but not a folder', async () => {
    await using gh = await fakeGh();
    const file = join(scratch, NAME);
    await writeFile(file, CONTENT);
    const wish = { repository: 'me/kernels', attestation: true };
    const { path, checks } = await open({ ...wish, package: file }, { PATH: gh.path });
    expect([path, checks.map(({ name }) => name)]).toEqual([file, ['attestation']]);
    const failure = await failureOf(() => open({ ...wish, package: scratch }, { PATH: gh.path }));
    expectGolden(failure.replaceAll(scratch, '<scratch>'));
    const nothing = { ...wish, package: join(scratch, 'none') };
    await expect(open(nothing)).rejects.toMatchObject({ kind: 'usage' });
  });
});
