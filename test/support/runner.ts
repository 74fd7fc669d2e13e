import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ENTRIES } from '../../src/entries/table.ts';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { ROOT, TEST_HOME, type Workspace } from './command.ts';

/** The result of an action of dist, started as by the runner. */
export interface Acted extends ProcessResult {
  readonly outputs: Readonly<Record<string, string>>;
  /** Variables for later steps. */
  readonly exported: Readonly<Record<string, string>>;
  readonly summary: string;
}

export interface ActSettings {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The event of the run: its name and payload. Default: a push. */
  readonly event?: { readonly name: string; readonly payload: unknown };
}

/**
 * Starts an entry of dist in the workspace like the runner: with inputs and files in the
 * environment.
 */
export async function act(
  { folder }: Workspace,
  entry: keyof typeof ENTRIES,
  { inputs = {}, env = {}, event = { name: 'push', payload: {} } }: ActSettings = {},
): Promise<Acted> {
  const runner = join(folder, '.runner');
  await mkdir(runner, { recursive: true });
  const file = async (name: string, text = ''): Promise<string> => {
    await writeFile(join(runner, name), text);
    return join(runner, name);
  };
  const variables = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    // The first test of a fresh clone installs Triton.
    SSL_CERT_FILE: process.env['SSL_CERT_FILE'],
    GITHUB_ACTIONS: 'true',
    RUNNER_ENVIRONMENT: 'github-hosted',
    GITHUB_WORKSPACE: folder,
    GITHUB_OUTPUT: await file('output'),
    GITHUB_ENV: await file('env'),
    GITHUB_STEP_SUMMARY: await file('summary'),
    GITHUB_STATE: await file('state'),
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: await file('event.json', JSON.stringify(event.payload)),
    RUNNER_TEMP: runner,
    TRITON_AOT_HOME: TEST_HOME,
    TRITON_AOT_LOCKS: runner,
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    ...env,
  };
  const argv = [process.execPath, join(ROOT, `dist/${entry}.js`)];
  const signal = new AbortController().signal;
  const finished = await run(argv, { cwd: folder, env: variables, signal });
  const [output = '', exported = '', summary = ''] = await Promise.all(
    ['output', 'env', 'summary'].map((name) => readFile(join(runner, name), 'utf8')),
  );
  return {
    ...finished,
    outputs: parseCommands(output),
    exported: parseCommands(exported),
    summary,
  };
}

/** `name<<delimiter`, the value's lines, `delimiter`. */
function parseCommands(text: string): Record<string, string> {
  const blocks = text.matchAll(/^(.+?)<<(ghadelimiter_\S+)\n([\s\S]*?)\n\2$/gm);
  return Object.fromEntries([...blocks].map(([, name = '', , value = '']) => [name, value]));
}
