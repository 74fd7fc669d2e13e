import { expect } from '#jest';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ProcessResult, run, startProcess } from '../../src/base/process.ts';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The folder in which tests keep Triton. All tests and later runs share it. */
export const TEST_HOME = join(ROOT, '.cache');

/** Where commands without `--store` keep kernels. Tests of what is compiled have stores of their own. */
export const SHARED_STORE = join(TEST_HOME, 'store');

/** A temporary folder for one test. */
export interface Workspace {
  readonly folder: string;
  /** Runs dist/cli.js in the folder. */
  readonly triton: (args: readonly string[], settings?: RunSettings) => Promise<ProcessResult>;
  /**
   * Runs dist/cli.js until `file` exists in the folder, then sends the signal to this process only.
   * Kernel code is not in namespaces of its own, so that it can write the file.
   */
  readonly interrupt: (
    args: readonly string[],
    signal: NodeJS.Signals,
    file: string,
    settings?: RunSettings,
  ) => Promise<{ readonly code: number | null; readonly stderr: string }>;
  readonly write: (path: string, text: string) => Promise<void>;
  /** Copies one of the examples into the folder. */
  readonly example: (name: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export interface RunSettings {
  readonly env?: Readonly<Record<string, string>>;
  /** A folder in the workspace. Default: the workspace. */
  readonly cwd?: string;
}

const COMMAND = [process.execPath, join(ROOT, 'dist/cli.js')];

/** Makes a workspace with these files: text by path. */
export async function workspace(files: Readonly<Record<string, string>> = {}): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'triton-aot-e2e-'));
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  const environment = {
    ...process.env,
    TRITON_AOT_HOME: TEST_HOME,
    // What the program proposes does not depend on where the tests are.
    TRITON_AOT_STARTED_AS: 'triton-aot',
  };
  const never = new AbortController().signal;
  return {
    folder,
    write,
    triton: (args, { env = {}, cwd = '' } = {}) =>
      run([...COMMAND, ...args], {
        cwd: join(folder, cwd),
        env: { ...environment, ...env },
        signal: never,
      }),
    interrupt: async (args, signal, file, { env = {} } = {}) => {
      const { child } = startProcess([...COMMAND, ...args], {
        cwd: folder,
        env: { ...environment, TRITON_AOT_NAMESPACES: '0', ...env },
        signal: never,
      });
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.stdout.resume();
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      while (!existsSync(join(folder, file))) await setTimeout(20);
      child.kill(signal);
      const code = await ended;
      return { code, stderr };
    },
    example: (name) => cp(join(ROOT, 'examples', name), folder, { recursive: true }),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Expects that a command succeeded, and shows what it wrote to standard error if it did not. */
export function expectSuccess({ code, stderr }: Pick<ProcessResult, 'code' | 'stderr'>): void {
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
}

/** Returns the errors at the end of standard error, without the log before them. */
export function errorsIn(stderr: string): string {
  const start = stderr.search(/^error: /m);
  return start === -1 ? '' : stderr.slice(start);
}

/** Returns the warnings in standard error, without their hints. */
export function warningsIn(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => /^ *warning: /.test(line))
    .join('\n');
}
