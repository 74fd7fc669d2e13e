import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { VERSION } from '../../src/base/assets.ts';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { expectSuccess, ROOT, TEST_HOME, type Workspace, workspace } from '../support/command.ts';
import { act } from '../support/runner.ts';

let space: Workspace;
beforeEach(async () => {
  space = await workspace();
});
afterEach(() => space.remove());

/** Runs a line as a step of a job would, with a folder in front of PATH. */
function step(line: string, bin: string): Promise<ProcessResult> {
  const PATH = `${bin}:${process.env['PATH']}`;
  const signal = new AbortController().signal;
  const env = { ...process.env, PATH, TRITON_AOT_HOME: TEST_HOME };
  return run(['sh', '-ec', line], { cwd: space.folder, env, signal });
}

it('the action setup puts triton-aot on PATH', async () => {
  const file = join(space.folder, 'path');
  await writeFile(file, '');
  const acted = await act(space, 'setup', { env: { GITHUB_PATH: file } });
  expectSuccess(acted);
  const folder = (await readFile(file, 'utf8')).trim();
  expect(acted.outputs).toEqual({ version: VERSION, path: join(folder, 'triton-aot') });
  const { stdout } = await step('triton-aot --version', folder);
  expect(stdout).toBe(`${VERSION}\n`);
});

/** The lines of the jobs of other CI systems that need no GPU. */
async function linesOf(file: string): Promise<readonly string[]> {
  const text = await readFile(join(ROOT, 'examples/other-ci', file), 'utf8');
  const lines = z.array(z.string());
  const content: unknown = parse(text);
  const gitlab = z.object({ package: z.object({ script: lines }) }).safeParse(content).data;
  if (gitlab !== undefined) return gitlab.package.script;
  return (
    z.object({ steps: z.array(z.object({ commands: lines })) }).parse(content).steps[0]?.commands ??
    []
  );
}

/** A folder with `triton-aot`, as a machine has it that installed it. */
async function installed(): Promise<string> {
  const bin = join(space.folder, 'bin');
  await mkdir(bin);
  const text = `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/dist/cli.js' "$@"\n`;
  await writeFile(join(bin, 'triton-aot'), text);
  await chmod(join(bin, 'triton-aot'), 0o755);
  return bin;
}

describe('examples for other CI systems', () => {
  it.each(['gitlab-ci.yml', 'buildkite.yml'])('the job without a GPU works: %s', async (file) => {
    await space.example('vector-add');
    const bin = await installed();
    const lines = await linesOf(file);
    expect(lines).toHaveLength(3);
    for (const line of lines) expectSuccess(await step(line, bin));
  });
});

it('the hooks for pre-commit start commands that exist', async () => {
  const hooks = z
    .array(z.object({ entry: z.string() }))
    .parse(parse(await readFile(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8')));
  expect(hooks).toHaveLength(2);
  const bin = await installed();
  for (const { entry } of hooks) expectSuccess(await step(`${entry} --help`, bin));
});
