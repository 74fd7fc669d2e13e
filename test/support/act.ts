import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { z } from 'zod';
import { findExecutable } from '../../src/base/executable.ts';
import { run } from '../../src/base/process.ts';
import { goProgram } from './build-tools.ts';
import { ROOT, TEST_HOME } from './command.ts';
import { HERE } from './here.ts';

/** A finished run of a workflow. */
export interface WorkflowRun {
  readonly code: number | null;
  /** The jobs that ran, by name; also those of a called workflow. */
  readonly jobs: Readonly<Record<string, JobRun>>;
  /** All that act wrote. */
  readonly log: string;
}

/** A finished job. */
export interface JobRun {
  /** True if all its steps succeeded or were skipped. */
  readonly isGreen: boolean;
  /** What its steps set, whichever set it. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: string;
  readonly summary: string;
}

export interface ActRequest {
  /** The folder of the repository, with its workflows. */
  readonly folder: string;
  /** The file of the workflow. */
  readonly workflow: string;
  readonly event?: { readonly name: string; readonly payload: unknown };
  readonly env: Readonly<Record<string, string>>;
  /** Labels of runners besides those of hosted ones. */
  readonly labels?: readonly string[];
}

/** The jobs that ran, and whether they are green, without those that call other workflows. */
export function lights({ jobs }: WorkflowRun): Readonly<Record<string, boolean>> {
  const all = Object.entries(jobs).map(([name, { isGreen }]) => [name, isGreen]);
  return Object.fromEntries(all.filter(([name]) => name !== 'kernels' && name !== 'publish'));
}

/** Returns a job that must have run. */
export function job({ jobs, log }: WorkflowRun, name: string): JobRun {
  const found = jobs[name];
  if (found === undefined) throw new Error(`no job ${name}\n${log}`);
  return found;
}

const ACT = ['github.com/nektos/act', '0.2.89'] as const;

/** How the documentation names this repository. */
const OWN = 'triton-aot/triton-aot-action';

/**
 * Runs a workflow with act, a runner that others wrote: on this machine, without containers. The
 * actions of this repository are those of the working tree, from the committed dist.
 */
export async function runWorkflow(request: ActRequest): Promise<WorkflowRun> {
  const { folder, workflow, labels = [], event = { name: 'push', payload: {} } } = request;
  const program = join(await goProgram(...ACT, ['-tags', 'WITHOUT_DOCKER']), 'bin/act');
  const own = await mkdtemp(join(tmpdir(), 'act-'));
  const payload = join(own, 'event.json');
  await writeFile(payload, JSON.stringify(event.payload));
  const variables = {
    TRITON_AOT_HOME: TEST_HOME,
    // Otherwise act asks git.
    SHA_REF: 'c'.repeat(40),
    ...request.env,
  };
  const options = {
    '--workflows': [join(folder, '.github/workflows', workflow)],
    '--eventpath': [payload],
    '--action-cache-path': [join(own, 'cache')],
    '--platform': ['ubuntu-24.04', 'ubuntu-latest', ...labels].map(
      (label) => `${label}=-self-hosted`,
    ),
    '--local-repository': await localActions(),
    '--env': Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    '--secret': ['GITHUB_TOKEN=secret'],
  };
  const argv = Object.entries(options).flatMap(([name, values]) =>
    values.flatMap((value) => [name, value]),
  );
  const { code, stdout, stderr } = await run(
    [program, event.name, '--json', '--no-cache-server', ...argv],
    {
      cwd: folder,
      // Jobs get these too. With one processor, act's threads do not change its map of repositories at the same time.
      env: { PATH: await programs(own), HOME: own, TMPDIR: tmpdir(), GOMAXPROCS: '1' },
      signal: HERE.signal,
    },
  );
  const log = stdout + stderr;
  return { code, jobs: readJobs(log), log };
}

/**
 * PATH with the Node of the tests. If a program fails, act does not wait for the end of what it wrote; so
 * these end later.
 */
async function programs(own: string): Promise<string> {
  const folder = join(own, 'bin');
  await mkdir(folder);
  const bash = await findExecutable('bash', HERE.env);
  for (const program of [process.execPath, bash ?? '/bin/bash']) {
    const script = `#!/bin/sh\n'${program}' "$@" && exit\ncode=$?\nsleep 1\nexit $code\n`;
    await writeFile(join(folder, basename(program)), script, { mode: 0o755 });
  }
  return [folder, process.env['PATH']].join(delimiter);
}

let actions: Promise<readonly string[]> | undefined;

/** Which folder stands for which repository: this one's actions, and those of GitHub that the workflows use. */
function localActions(): Promise<readonly string[]> {
  actions ??= makeActions();
  return actions;
}

/** The actions of others that have a stand-in in `act-actions`, where a workflow uses them. */
const STAND_INS =
  /uses: (actions\/(?:(?:up|down)load-artifact|setup-node|setup-python)|pypa\/gh-action-pypi-publish)@(\S+)/g;

async function makeActions(): Promise<readonly string[]> {
  const top = await mkdtemp(join(tmpdir(), 'actions-'));
  const own = join(top, 'own');
  const names = await readdir(ROOT, { withFileTypes: true });
  // A link in python names LICENSE.
  const parts = ['action.yml', 'dist', 'schema', 'package.json', 'python', 'src', 'LICENSE'];
  for (const path of [...parts, '.github/workflows'])
    await cp(join(ROOT, path), join(own, path), { recursive: true, verbatimSymlinks: true });
  for (const { name } of names) {
    const file = join(ROOT, name, 'action.yml');
    await cp(file, join(own, name, 'action.yml')).catch(() => undefined);
  }
  const texts = ['kernels.yml', 'publish.yml'].map(async (name) => {
    const workflow = join(own, '.github/workflows', name);
    const text = await readFile(workflow, 'utf8');
    // act does not know $/, which means this repository at the commit of the workflow, nor where a workflow comes from,
    // nor the number of a job in its matrix.
    const known = text
      .replaceAll(/uses: \$\/(\S+)/g, `uses: ${OWN}/$1@v0`)
      .replaceAll(
        'strategy.job-index',
        "matrix.gpu == 'wrong' && 1 || matrix.gpu == 'none' && 2 || 0",
      )
      .replace('${{ job.workflow_repository }}', OWN)
      .replace('${{ job.workflow_file_path }}', `.github/workflows/${name}`);
    await writeFile(workflow, known);
    return text;
  });
  const text = (await Promise.all(texts)).join('\n');
  const release = await readFile(join(ROOT, '.github/workflows/release.yml'), 'utf8');
  const others = [...`${text}\n${release}`.matchAll(STAND_INS)];
  const pinned = new Map(others.map(([, name = '', ref = '']) => [name, ref]));
  const local = [...pinned].map(async ([name, ref]) => {
    const folder = join(top, name);
    await mkdir(folder, { recursive: true });
    const script = join(ROOT, 'test/support/act-actions', `${basename(name)}.js`);
    await writeFile(join(folder, 'main.mjs'), `await import(${JSON.stringify(script)});\n`);
    await writeFile(join(folder, 'action.yml'), 'runs: { using: node24, main: main.mjs }\n');
    return `${name}@${ref}=${folder}`;
  });
  return [`${OWN}@v0=${own}`, ...(await Promise.all(local))];
}

const lineSchema = z.object({
  job: z.string().optional(),
  msg: z.string().default(''),
  stepResult: z.string().optional(),
  command: z.string().optional(),
  name: z.string().optional(),
  arg: z.string().optional(),
  content: z.string().optional(),
});

/** Reads act's log: a JSON object for each line. */
function readJobs(log: string): Record<string, JobRun> {
  const jobs: Record<string, { -readonly [K in keyof JobRun]: JobRun[K] }> = {};
  for (const line of log.split('\n').filter((text) => text.startsWith('{'))) {
    const entry = lineSchema.parse(JSON.parse(line));
    // Such as `kernels/Kernels/Build 2 of 2-2`; the last number is the place in the matrix.
    const name = entry.job?.trim().replace(/^.*\//, '').replace(/-\d+$/, '');
    if (name === undefined) continue;
    const read = (jobs[name] ??= { isGreen: true, outputs: {}, log: '', summary: '' });
    read.log += entry.msg.replace(/\n?$/, '\n');
    // act's own result of a job is that of its whole matrix.
    if (entry.stepResult === 'failure') read.isGreen = false;
    const { command, arg = '', content = '' } = entry;
    if (command === 'set-output') read.outputs = { ...read.outputs, [entry.name ?? '']: arg };
    if (command === 'summary') read.summary += content;
  }
  return jobs;
}
