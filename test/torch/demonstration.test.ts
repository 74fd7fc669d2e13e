import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { job, lights, runWorkflow, type WorkflowRun } from '../support/act.ts';
import { ROOT, type Workspace, workspace } from '../support/command.ts';

// The workflow of examples/own-tests, as act runs it: a pull request that removes a mask, and the same after its fix.
// Needs a Python with PyTorch, Triton, NumPy and pytest: TORCH_PYTHON names it. `pip install` is a stand-in.
const PYTHON = process.env['TORCH_PYTHON'];
const FILE = 'kernels/rows.py';
const RIGHT = 'weight = tl.load(weight_ptr + column, mask=inside)';
const WRONG = 'weight = tl.load(weight_ptr + column)';

let space: Workspace;
let source: string;
let red: WorkflowRun;
let green: WorkflowRun;

beforeAll(async () => {
  if (PYTHON === undefined) throw new Error('set TORCH_PYTHON to a Python with PyTorch');
  space = await workspace();
  await cp(join(ROOT, 'examples/own-tests'), space.folder, { recursive: true });
  source = await readFile(join(space.folder, FILE), 'utf8');
  await space.write(FILE, source.replace(RIGHT, WRONG));
  red = await start(PYTHON);
  await space.write(FILE, source);
  green = await start(PYTHON);
}, 900_000);
afterAll(() => space.remove());

async function start(python: string): Promise<WorkflowRun> {
  const bin = join(space.folder, '.bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'pip'), '#!/bin/sh\n', { mode: 0o755 });
  const repository = { full_name: 'fork/kernels' };
  const base = { full_name: 'me/kernels' };
  return runWorkflow({
    folder: space.folder,
    workflow: 'tests.yml',
    event: {
      name: 'pull_request',
      payload: { pull_request: { head: { repo: repository }, base: { repo: base } } },
    },
    env: {
      PATH: `${bin}:${process.env['PATH']}`,
      TEST_PYTHON: python,
      GITHUB_REPOSITORY: base.full_name,
      GITHUB_RUN_ID: '1',
      GITHUB_REF: 'refs/pull/1/merge',
      GITHUB_REF_NAME: '1/merge',
      GITHUB_REF_TYPE: 'branch',
      RUNNER_ENVIRONMENT: 'github-hosted',
    },
  });
}

describe('a pull request from a fork that removes a mask', () => {
  it('is red without a GPU, with one annotation at the line of the kernel for both GPUs', () => {
    expect(lights(red)).toEqual({ tests: false });
    const line = source.split('\n').findIndex((text) => text.includes(RIGHT)) + 1;
    const places = [...job(red, 'tests').log.matchAll(/::error file=(.*?),title=.*?::(.*)$/gm)];
    expect(places.map(([, place]) => place)).toEqual([`${FILE},line=${line}`]);
    expect(places[0]?.[2]).toContain('of weight_ptr, whose shape is (1000,) (kernels/rows.py:');
    expect(stripVTControlCharacters(job(red, 'tests').log)).toContain('2 failed, 6 passed');
    expect(job(red, 'tests').summary).toContain('rms_norm_kernel');
  });

  it('is green after the fix', () => {
    expect(lights(green)).toEqual({ tests: true });
    expect(job(green, 'tests').log).toContain(
      '16 launches of 2 kernels emulated for A100 and H100',
    );
    expect(job(green, 'tests').summary).toContain('16 launches, all right.');
  });
});
