import * as core from '@actions/core';
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBuildInputs } from '../../src/action/build-inputs.ts';
import {
  addDifferenceSummary,
  comparisonOf,
  differenceOutputs,
} from '../../src/action/difference.ts';
import { compareBuilds } from '../../src/report/difference/difference.ts';
import { buildOf } from '../report/difference/builds.ts';
import { expectGolden, failureOf } from '../support/golden.ts';

const given =
  (values: Readonly<Record<string, string>>) =>
  (name: string): string =>
    values[name] ?? '';

const FAIL_ON = 'regressions' as const;
const AUTO = { baseline: 'auto', failOn: FAIL_ON };

let folder = '';
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'event-'))));
afterAll(() => rm(folder, { recursive: true }));

/** Returns the environment of a run for an event of a repository whose default branch is main. */
async function run(
  name: string,
  ref: string,
  payload: unknown = { repository: { default_branch: 'main' } },
) {
  const file = join(folder, 'event.json');
  await writeFile(file, JSON.stringify(payload));
  const env = { GITHUB_EVENT_NAME: name, GITHUB_REF: ref, GITHUB_SHA: 'c0ffee' };
  return { env: { ...env, GITHUB_EVENT_PATH: file } };
}

describe('a push to the default branch', () => {
  it('records the baseline, and does not fail for what was accepted there', async () => {
    expect(await comparisonOf(AUTO, await run('push', 'refs/heads/main'))).toEqual({
      baseline: { compare: 'auto', record: true, commit: 'c0ffee' },
      failOn: undefined,
    });
  });

  it('records nothing if it is compared with something else', async () => {
    const inputs = { ...AUTO, baseline: 'old/aot' };
    expect(await comparisonOf(inputs, await run('push', 'refs/heads/main'))).toMatchObject({
      baseline: { compare: 'old/aot', record: false },
      failOn: FAIL_ON,
    });
  });
});

describe('any other run is compared, and never records:', () => {
  const ours = { repository: { default_branch: 'main' } };
  it.each<[what: string, name: string, ref: string, payload: unknown]>([
    ['another branch', 'push', 'refs/heads/feature', ours],
    ['a tag with the name of the branch', 'push', 'refs/tags/main', ours],
    ['a pull request', 'pull_request', 'refs/pull/1/merge', ours],
    ['an event for the code of others', 'pull_request_target', 'refs/heads/main', ours],
    ['a run after another one', 'workflow_run', 'refs/heads/main', ours],
    ['a schedule', 'schedule', 'refs/heads/main', ours],
    ['a payload that cannot be read', 'push', 'refs/heads/main', {}],
    ['no event', '', '', ours],
  ])('%s', async (_what, name, ref, payload) => {
    expect(await comparisonOf(AUTO, await run(name, ref, payload))).toEqual({
      baseline: { compare: 'auto', record: false, commit: 'c0ffee' },
      failOn: FAIL_ON,
    });
  });
});

it('nothing is compared with `baseline: none`', async () => {
  const inputs = { baseline: 'none', failOn: undefined };
  const comparison = await comparisonOf(inputs, await run('push', 'refs/heads/main'));
  expect(comparison).toEqual({ baseline: {}, failOn: undefined });
});

describe.each([['the root action', readBuildInputs]])('%s', (_name, read) => {
  it('can fail for regressions', () => {
    expect(read(given({ 'fail-on': 'regressions' })).failOn).toEqual(FAIL_ON);
  });

  it('refuses anything else, and regressions that have nothing to compare with', async () => {
    const wrong = await failureOf(() => read(given({ 'fail-on': 'registers 10%' })));
    const alone = await failureOf(() =>
      read(given({ 'fail-on': 'regressions', baseline: 'none' })),
    );
    expectGolden(`${wrong}\n${alone}\n`);
  });
});

describe('the workflow', () => {
  const difference = compareBuilds(
    buildOf([{}, { block: 128 }]),
    buildOf([{ code: 'b', registers: 255 }, { block: 128 }]),
  );

  it('gets counts', () => {
    const { difference: text = '' } = differenceOutputs({ difference });
    expect(JSON.parse(text)).toEqual({
      added: 0,
      removed: 0,
      changed: 1,
      metadata: 0,
      unchanged: 1,
      regressions: 1,
    });
  });

  it('gets an empty output if nothing was compared', () => {
    expect(differenceOutputs({ difference: undefined })).toEqual({ difference: '' });
  });

  it('has the difference in its summary, if there is one', () => {
    const summary = core.summary.emptyBuffer();
    expect(addDifferenceSummary(summary, { difference: undefined }).stringify()).toBe('');
    expectGolden(addDifferenceSummary(summary, { difference }).stringify());
    summary.emptyBuffer();
  });
});
