import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { createHash } from 'node:crypto';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/base/process.ts';
import { shellQuote } from '../../src/base/text.ts';
import { ROOT } from '../support/command.ts';
import { HERE } from '../support/here.ts';
import { parseWorkflow } from '../support/workflows.ts';

/** What a stand-in prints for commands that begin with these words. It fails for others. */
type Answers = Readonly<Record<string, string>>;

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'steps-'))));
afterEach(() => rm(folder, { recursive: true }));

/**
 * Runs a step of a workflow as GitHub does, with stand-ins for `gh`, `npm` and `pip`. Returns the
 * commands that it gave them, the exit code and the output.
 */
async function runStep(
  [workflow, job, index]: readonly [string, string, number],
  settings: { readonly env: Readonly<Record<string, string>>; readonly answers: Answers },
) {
  const text = await readFile(join(ROOT, '.github/workflows', workflow), 'utf8');
  const step = parseWorkflow(text).jobs[job]?.steps?.filter(({ run: script }) => script)[index];
  const record = join(folder, 'commands');
  for (const name of ['gh', 'npm', 'pip']) {
    const cases = Object.entries(settings.answers).map(
      ([start, answer]) => `${shellQuote(start)}*) printf %s ${shellQuote(answer)} ;;`,
    );
    const program = `#!/usr/bin/env bash
printf '%s\\0' "${name} $*" >>${shellQuote(record)}
case "${name} $*" in ${cases.join('\n')}
*) exit 1 ;; esac
`;
    await writeFile(join(folder, name), program);
    await chmod(join(folder, name), 0o755);
  }
  const { code, stdout, stderr } = await run(['bash', '-e', '-c', step?.run ?? 'exit 99'], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env['PATH']}`, ...settings.env },
    signal: HERE.signal,
  });
  const commands = await readFile(record, 'utf8').catch(() => '');
  return { code, output: stdout + stderr, commands: commands.split('\0').slice(0, -1) };
}

async function writeWheel(place: string, project: string, content: string): Promise<void> {
  await mkdir(join(folder, place), { recursive: true });
  await writeFile(join(folder, place, `${project}-0.2.0-py3-none-any.whl`), content);
}

/** Writes the wheels of both Python packages. */
async function writeWheels(place: string, content: string): Promise<void> {
  for (const project of ['triton_aot', 'triton_aot_emulate'])
    await writeWheel(place, project, content);
}

describe('the report of the nightly workflow', () => {
  const step = ['nightly.yml', 'report', 0] as const;
  const results = { fuzz: { result: 'success' }, newest: { result: 'failure' } };
  const env = { NEEDS: JSON.stringify(results), RUN: 'https://github.com/o/r/actions/runs/7' };
  const body =
    'Jobs that failed in [this run](https://github.com/o/r/actions/runs/7):\n\n- `newest`: failure';
  const list = 'gh issue list --label nightly --state open --limit 1 --json number --jq .[].number';

  it('opens an issue if none is open', async () => {
    const answers = { 'gh issue': '', 'gh label': '' };
    expect(await runStep(step, { env, answers })).toMatchObject({
      code: 0,
      commands: [
        list,
        'gh label create nightly --description Failures of the nightly workflow --force',
        `gh issue create --title The nightly workflow fails --label nightly --body ${body}`,
      ],
    });
  });

  it('adds a comment to the open one', async () => {
    const answers = { 'gh issue list': '12\n', 'gh issue comment': '' };
    const { code, commands } = await runStep(step, { env, answers });
    expect({ code, commands }).toEqual({
      code: 0,
      commands: [list, `gh issue comment 12 --body ${body}`],
    });
  });

  it('fails if the issues cannot be listed', async () => {
    const { code, commands } = await runStep(step, { env, answers: {} });
    expect({ code, commands }).toEqual({ code: 1, commands: [list] });
  });
});

describe.each(['draft', 'npm', 'pypi'])('the files that the job %s of a release gets', (job) => {
  const sums = (files: Readonly<Record<string, string>>): string =>
    Object.entries(files)
      .map(([name, text]) => `${createHash('sha256').update(text).digest('hex')}  ./${name}`)
      .join('\n');
  const wheel = 'pypi/triton_aot-0.2.0-py3-none-any.whl';
  const CHECKSUMS = sums({ 'notes.md': 'notes', [wheel]: 'wheel' });
  beforeEach(async () => {
    await writeFile(join(folder, 'notes.md'), 'notes');
    await writeWheel('pypi', 'triton_aot', 'wheel');
  });
  // Not by `runStep`, whose stand-ins would be files too.
  const compare = async (): Promise<number | null> => {
    const text = await readFile(join(ROOT, '.github/workflows/release.yml'), 'utf8');
    const script = parseWorkflow(text).jobs[job]?.steps?.find((step) => step.run)?.run;
    const env = { PATH: process.env['PATH'], CHECKSUMS };
    const argv = ['bash', '-e', '-c', script ?? 'exit 99'];
    return (await run(argv, { cwd: folder, env, signal: HERE.signal })).code;
  };

  it('are those that were packed', async () => {
    expect(await compare()).toBe(0);
  });

  it('are refused if one was changed', async () => {
    await writeFile(join(folder, wheel), 'other');
    expect(await compare()).toBe(1);
  });

  it('are refused if there is one more', async () => {
    await writeFile(join(folder, 'pypi/more-0.2.0-py3-none-any.whl'), '');
    expect(await compare()).toBe(1);
  });
});

describe('the draft of a release', () => {
  const step = ['release.yml', 'draft', 1] as const;
  const env = { TAG: 'v0.2.0', VERSION: '0.2.0', PRERELEASE: 'false' };
  const view = 'gh release view v0.2.0 --json isDraft --jq .isDraft';
  const create =
    'gh release create v0.2.0 --draft --verify-tag --prerelease=false --title v0.2.0 --notes-file notes.md triton-aot-0.2.0.tgz pypi/triton_aot-0.2.0-py3-none-any.whl';
  beforeEach(() => writeWheel('pypi', 'triton_aot', 'wheel'));

  it('is created with its files', async () => {
    const { code, commands } = await runStep(step, { env, answers: { 'gh release create': '' } });
    expect({ code, commands }).toEqual({ code: 0, commands: [view, create] });
  });

  it('replaces the draft of an earlier attempt', async () => {
    const answers = { 'gh release view': 'true\n', 'gh release': '' };
    const { code, commands } = await runStep(step, { env, answers });
    const remove = 'gh release delete v0.2.0 --yes';
    expect({ code, commands }).toEqual({ code: 0, commands: [view, remove, create] });
  });

  it('does not replace a published release', async () => {
    const answers = { 'gh release view': 'false\n', 'gh release': '' };
    expect(await runStep(step, { env, answers })).toMatchObject({ code: 1, commands: [view] });
  });
});

describe('publishing to npm', () => {
  const step = ['release.yml', 'npm', 1] as const;
  const env = { VERSION: '0.2.0', NPM_TAG: 'latest' };
  const view = 'npm view triton-aot@0.2.0 dist.integrity';
  beforeEach(() => writeFile(join(folder, 'triton-aot-0.2.0.tgz'), 'archive'));

  it('publishes the file with provenance', async () => {
    const { code, commands } = await runStep(step, { env, answers: { 'npm publish': '' } });
    const publish = 'npm publish ./triton-aot-0.2.0.tgz --provenance --access public --tag latest';
    expect({ code, commands }).toEqual({ code: 0, commands: [view, publish] });
  });

  it('does nothing if npm has this file already', async () => {
    const integrity = `sha512-${createHash('sha512').update('archive').digest('base64')}`;
    const answers = { 'npm view': `${integrity}\n` };
    const { code, commands } = await runStep(step, { env, answers });
    expect({ code, commands }).toEqual({ code: 0, commands: [view] });
  });

  it('fails if npm has another file of this version', async () => {
    const answers = { 'npm view': 'sha512-other\n', 'npm publish': '' };
    const { code, commands, output } = await runStep(step, { env, answers });
    expect({ code, commands }).toEqual({ code: 1, commands: [view] });
    expect(output).toContain('::error::triton-aot 0.2.0 on npm is another file: sha512-other');
  });

  it('fails if publishing fails', async () => {
    expect(await runStep(step, { env, answers: {} })).toMatchObject({ code: 1 });
  });
});

describe('publishing to PyPI', () => {
  const step = ['release.yml', 'pypi', 1] as const;
  const answers = { 'pip download': '' };
  const env = () => ({ VERSION: '0.2.0', GITHUB_OUTPUT: join(folder, 'outputs') });
  const projects = ['triton-aot', 'triton-aot-emulate'];
  const downloads = projects.map(
    (project) => `pip download --no-deps --only-binary :all: --dest published ${project}==0.2.0`,
  );
  const outputs = () => readFile(join(folder, 'outputs'), 'utf8').catch(() => '');
  beforeEach(() => writeWheels('pypi', 'wheel'));

  it('goes on if PyPI does not have the version', async () => {
    const { code, commands } = await runStep(step, { env: env(), answers: {} });
    expect({ code, commands }).toEqual({ code: 0, commands: downloads });
    expect(await outputs()).toBe('any=true\n');
  });

  it('does nothing if PyPI has these files already', async () => {
    await writeWheels('published', 'wheel');
    expect(await runStep(step, { env: env(), answers })).toMatchObject({ code: 0 });
    expect(await outputs()).toBe('');
  });

  it('publishes what an interrupted run has not', async () => {
    await writeWheel('published', 'triton_aot', 'wheel');
    const first = { [downloads[0] ?? '']: '' };
    expect(await runStep(step, { env: env(), answers: first })).toMatchObject({ code: 0 });
    expect(await outputs()).toBe('any=true\n');
    expect(await readdir(join(folder, 'pypi'))).toEqual([
      'triton_aot_emulate-0.2.0-py3-none-any.whl',
    ]);
  });

  it('fails if PyPI has another file of this version', async () => {
    await writeWheels('published', 'other');
    const { code, output } = await runStep(step, { env: env(), answers });
    expect(code).toBe(1);
    expect(output).toContain('::error::triton-aot 0.2.0 on PyPI is another file');
    expect(await outputs()).toBe('');
  });
});

describe('the first step of the job that makes a bundle', () => {
  const step = ['kernels.yml', 'bundle', 0] as const;
  const on = async (RUNNER_ENVIRONMENT: string, GITHUB_EVENT_NAME: string) =>
    runStep(step, { env: { RUNNER_ENVIRONMENT, GITHUB_EVENT_NAME }, answers: {} });

  it("lets a fork's pull request run on a hosted runner", async () => {
    expect((await on('github-hosted', 'pull_request')).code).toBe(0);
  });

  it.each([
    ['self-hosted', 'pull_request'],
    ['', 'pull_request'],
    ['self-hosted', 'pull_request_target'],
    ['github-hosted', 'pull_request_target'],
    ['github-hosted', 'issue_comment'],
  ])('refuses it on a runner that is %j for %s', async (runner, event) => {
    const { code, output } = await on(runner, event);
    expect({ code, output }).toEqual({
      code: 8,
      output: expect.stringContaining('::error::refus'),
    });
  });
});

describe('the tag of the major version', () => {
  const step = ['release.yml', 'publish', 1] as const;
  const env = { GH_REPO: 'o/r', MAJOR: 'v0', COMMIT: 'abc' };
  const move = 'gh api --method PATCH repos/o/r/git/refs/tags/v0 -f sha=abc -F force=true';
  const create = 'gh api --method POST repos/o/r/git/refs -f ref=refs/tags/v0 -f sha=abc';

  it('moves', async () => {
    const { code, commands } = await runStep(step, { env, answers: { 'gh api': '{}' } });
    expect({ code, commands }).toEqual({ code: 0, commands: [move] });
  });

  it('is created by the first release', async () => {
    const answers = { 'gh api --method POST': '{}' };
    const { code, commands } = await runStep(step, { env, answers });
    expect({ code, commands }).toEqual({ code: 0, commands: [move, create] });
  });

  it('says how to move it by hand if GitHub refuses', async () => {
    const { code, output } = await runStep(step, { env, answers: {} });
    expect(code).toBe(1);
    expect(output).toContain('::error::run this: git push --force origin abc:refs/tags/v0');
  });
});

describe('.ci/run', () => {
  const PROGRAMS = { node: 'echo v20.19.6', python3: 'echo Python 3.10.13', npm: 'true' };

  // A copy, with stand-ins for all programs.
  async function runCopy(
    readme: string,
    {
      env: added = {},
      npm = PROGRAMS.npm,
    }: { env?: Readonly<Record<string, string>>; npm?: string },
  ): Promise<{ code: number | null; lines: string[] }> {
    await mkdir(join(folder, '.ci'));
    await writeFile(join(folder, 'README.md'), readme);
    await copyFile(join(ROOT, '.ci/run'), join(folder, '.ci/run'));
    const tools = { gcc: 'true', 'g++': 'true', clang: 'true', chromium: 'true', env: 'true' };
    const programs = { ...PROGRAMS, ...tools, npm };
    for (const [name, script] of Object.entries(programs)) {
      await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, ...added };
    const argv = ['bash', join(folder, '.ci/run')];
    const { code, stdout } = await run(argv, { env, signal: HERE.signal });
    return { code, lines: stdout.trim().split('\n') };
  }

  // With an empty README, it runs no tests.
  async function lastLine(env: Readonly<Record<string, string>>): Promise<string> {
    const { code, lines } = await runCopy('', { env });
    expect(code).toBe(1);
    return lines.at(-1) ?? '';
  }

  it.each([
    { EXPECT_NODE: '20.1', EXPECT_PYTHON: '3.10' },
    { EXPECT_NODE: '24', EXPECT_PYTHON: '3.10' },
    { EXPECT_NODE: '20.19', EXPECT_PYTHON: '3.1' },
    { EXPECT_NODE: '20.19', EXPECT_PYTHON: '3.13' },
  ])('ends if Node or Python are not those of the job: %j', async (expected) => {
    expect(await lastLine(expected)).toBe(
      `error: this must run with Node ${expected.EXPECT_NODE} and Python ${expected.EXPECT_PYTHON}`,
    );
  });

  it.each([{ EXPECT_NODE: '20.19', EXPECT_PYTHON: '3.10' }, { EXPECT_NODE: '20' }, {}])(
    'goes on if they are: %j',
    async (expected) => {
      expect(await lastLine(expected)).toBe('error: no test command found in README.md');
    },
  );

  it.each([
    {
      fails: 'run --silent check',
      code: 1,
      failed: 'Check types, lint, format and dist: npm run --silent check',
    },
    { fails: 'test', code: 1, failed: "Run the README's test command: logged jest npm test" },
    {
      fails: 'run --silent python:test',
      code: 1,
      failed: 'Test Python: logged pytest npm run --silent python:test',
    },
    { fails: 'nothing', code: 0, failed: undefined },
  ])(
    'names the steps that failed before it prints the counts: $fails',
    async ({ fails, code, failed }) => {
      const jest = 'Tests:       1 skipped, 3 passed, 4 total';
      const pytest = '===== 5 passed, 2 deselected in 1.00s =====';
      const npm = `case "$*" in test) echo "${jest}";; *python:test) echo "${pytest}";; esac; [ "$*" != "${fails}" ]`;
      const readme = '<!-- test command -->\n```sh\nnpm test\n```\n';
      const ran = await runCopy(readme, { npm });
      expect(ran.code).toBe(code);
      expect(ran.lines.at(-1)).toBe('8 passed, 0 failed');
      expect(ran.lines.filter((line) => line.startsWith('failed: '))).toEqual(
        failed === undefined ? [] : [`failed: ${failed}`],
      );
    },
  );
});
