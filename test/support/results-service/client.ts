import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Environment, run } from '../../../src/base/process.ts';
import { ROOT } from '../command.ts';

/**
 * A call of a function of `@actions/cache`, or of a method of the client of `@actions/artifact`.
 */
export interface Step {
  readonly package: 'cache' | 'artifact';
  readonly call: string;
  readonly args: readonly unknown[];
}

/** The options of `restoreCache` come after its restore keys. */
export function restoreCache(paths: readonly string[], key: string, ...rest: unknown[]): Step {
  return { package: 'cache', call: 'restoreCache', args: [paths, key, ...rest] };
}

export function saveCache(paths: readonly string[], key: string): Step {
  return { package: 'cache', call: 'saveCache', args: [paths, key] };
}

export function artifactCall(call: string, ...args: readonly unknown[]): Step {
  return { package: 'artifact', call, args };
}

/** The result of a call. JSON has no undefined, which is left out. */
export type Outcome = { readonly value?: unknown } | { readonly error: string };

export interface ClientRun {
  /** The results of the calls that ended: fewer if the process ended before. */
  readonly outcomes: readonly Outcome[];
  /** The planned waits before further attempts, in milliseconds. */
  readonly waits: readonly number[];
  /** What a runner shows: without debug and mask commands. */
  readonly log: string;
}

/** A checkout on another machine, where jobs run one after another. */
export interface Client extends AsyncDisposable {
  readonly folder: string;
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** The text of a file; undefined if it does not exist. */
  read(path: string): Promise<string | undefined>;
  /** Runs the calls in one process, which waits a hundredth of the time between attempts. */
  run(env: Environment, ...steps: readonly Step[]): Promise<ClientRun>;
}

interface Report {
  readonly outcomes: readonly Outcome[];
  /** In milliseconds, before they are shortened. */
  readonly timers: readonly number[];
}

/**
 * Timers of the clients that are not waits: limits for parts of a download, and its progress log.
 */
const LIMITS: readonly number[] = [1000, 30_000, 100_000, 600_000];

/** The libraries as they are bundled, which load in a third of the time. */
const DIST = join(ROOT, 'dist/');

const SCRIPT = `
import { writeFileSync } from 'node:fs';
const { steps, dist, unhurried } = JSON.parse(process.argv[2]);
const started = globalThis.setTimeout;
const report = { outcomes: [], timers: [] };
globalThis.setTimeout = (callback, ms = 0, ...args) => {
  report.timers.push(ms);
  return started(callback, unhurried.includes(ms) ? ms : ms / 100, ...args);
};
process.on('exit', () => writeFileSync(process.argv[3], JSON.stringify(report)));
const load = {
  cache: () => import(dist + 'actions-cache.js'),
  artifact: async () => new (await import(dist + 'artifact.js')).DefaultArtifactClient(),
};
async function main() {
  for (const step of steps) {
    const client = await load[step.package]();
    const outcome = await client[step.call](...step.args).then(
      (value) => ({ value }),
      (error) => ({ error: String(error) }),
    );
    report.outcomes.push(outcome);
  }
  process.exit();
}
main();
`;

/** An `impatient` client also shortens the limits of downloads to a hundredth. */
export async function createClient({ impatient = false } = {}): Promise<Client> {
  const folder = await mkdtemp(join(tmpdir(), 'results-client-'));
  const write: Client['write'] = async (path, content) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  return {
    folder,
    write,
    read: (path) => readFile(join(folder, path), 'utf8').catch(() => undefined),
    run: async (env, ...steps) => {
      await write('.client/main.mjs', SCRIPT);
      const report = join(folder, '.client/report.json');
      const task = JSON.stringify({ steps, dist: DIST, unhurried: impatient ? [] : LIMITS });
      const argv = [process.execPath, join(folder, '.client/main.mjs'), task, report];
      const { code, stdout, stderr } = await run(argv, {
        cwd: folder,
        env: { PATH: process.env['PATH'], GITHUB_WORKSPACE: folder, ...env },
        signal: new AbortController().signal,
      });
      if (code !== 0) throw new Error(stderr);
      const { outcomes, timers } = JSON.parse(await readFile(report, 'utf8')) as Report;
      const waits = timers.filter((ms) => !LIMITS.includes(ms));
      return { outcomes, waits, log: stdout.replaceAll(/^::(?:debug|add-mask)::.*\n/gm, '') };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
