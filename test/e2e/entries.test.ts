import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '../../src/action/trust.ts';
import { ENTRIES } from '../../src/entries/table.ts';
import { type Workspace, workspace } from '../support/command.ts';
import { act, type Acted } from '../support/runner.ts';

const NAMES = Object.keys(ENTRIES) as (keyof typeof ENTRIES)[];
const rowOf = (name: keyof typeof ENTRIES): Entry => ENTRIES[name];
const EXECUTING = NAMES.filter((name) => rowOf(name).executes !== undefined);

const FORK = {
  pull_request: {
    head: { repo: { full_name: 'someone/kernels' } },
    base: { repo: { full_name: 'we/kernels' } },
  },
};

/** Runs that no code of others may get: the event, its payload, the kind of the runner. */
const REFUSED = [
  ['pull_request', FORK, 'self-hosted'],
  ['pull_request_target', FORK, 'self-hosted'],
  ['pull_request_target', FORK, 'github-hosted'],
  ['issue_comment', {}, 'self-hosted'],
  ['issue_comment', {}, 'github-hosted'],
  ['a-new-event', {}, 'github-hosted'],
] as const;

/** test/action/trust.test.ts has every case of the decision, so most actions need one for each kind of runner here. */
const refusedFor = (name: string): readonly (typeof REFUSED)[number][] =>
  name === 'main' ? REFUSED : [REFUSED[0], REFUSED[2]];

/** All that an action could start. Each says that it was started, and fails. */
const PROGRAMS =
  'python3 python cc gcc clang c++ g++ clang++ nvcc hipcc uv git tar sh bash nvidia-smi gh';

/** A recording of one kernel, in the module `kernels` that is there too. */
const RECORDING = [
  { kind: 'environment', triton: 'abc', variables: {} },
  {
    kind: 'compile',
    module: 'kernels',
    function: 'add',
    file: '/app/kernels.py',
    target: ['cuda', 90, 32],
  },
];

let space: Workspace;
beforeEach(async () => {
  space = await workspace();
  await space.example('vector-add');
  await space.write('kernels.py', 'def add(): pass\n');
  await space.write(
    'recording/1.jsonl',
    RECORDING.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  await mkdir(join(space.folder, 'programs'));
  for (const name of PROGRAMS.split(' ')) {
    const file = join(space.folder, 'programs', name);
    await writeFile(file, `#!/bin/sh\necho ${name} >> '${space.folder}/started'\nexit 1\n`);
    await chmod(file, 0o755);
  }
});
afterEach(() => space.remove());

function actOn(
  name: keyof typeof ENTRIES,
  [event, payload, runner]: readonly [string, unknown, string],
): Promise<Acted> {
  return act(space, name, {
    inputs: { recordings: 'recording', name: 'demo', python: 'python3' },
    env: {
      PATH: join(space.folder, 'programs'),
      RUNNER_ENVIRONMENT: runner,
      TRITON_AOT_HOME: join(space.folder, 'home'),
    },
    event: { name: event, payload },
  });
}

const started = (): Promise<string> =>
  readFile(join(space.folder, 'started'), 'utf8').catch(() => '');

describe.each(EXECUTING)('the action %s', (name) => {
  it.each(refusedFor(name))(
    'refuses %s (%j) on a %s runner, and executes nothing',
    async (...run) => {
      const before = await readdir(space.folder);
      const acted = await actOn(name, run);
      expect(acted.stdout).toMatch(/^::error::refusing to run code /);
      expect(acted).toMatchObject({ code: 8, stderr: '', outputs: {} });
      expect(await started()).toBe('');
      const after = (await readdir(space.folder)).filter((each) => each !== '.runner');
      expect(after).toEqual(before);
    },
  );

  it('goes on for a push, so that the tests above mean something', async () => {
    const acted = await actOn(name, ['push', {}, 'self-hosted']);
    expect(acted.stdout).not.toContain('refusing');
    expect(acted.code).not.toBe(8);
  });
});

it.each(['main', 'bundle'] as const)('the action %s starts programs for a push', async (name) => {
  await actOn(name, ['push', {}, 'self-hosted']);
  expect(await started()).not.toBe('');
});

it.each(refusedFor('publish'))(
  'the action publish refuses %s (%j) on a %s runner',
  async (...run) => {
    const acted = await actOn('publish', run);
    expect(acted.stdout).toMatch(/^::error::refusing to publish: /);
    expect(acted.code).toBe(8);
  },
);

it("the action bundle keeps nothing of a fork's pull request on a hosted runner", async () => {
  const acted = await actOn('bundle', ['pull_request', FORK, 'github-hosted']);
  expect(acted.stdout).toContain('for this run only: the pull request comes from the fork');
  expect(await started()).not.toBe('');
  expect(await readdir(space.folder)).not.toContain('home');
});
