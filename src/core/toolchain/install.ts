import { mkdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext, RunContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { type ProcessResult, run } from '../base/process.ts';
import { formatSize } from '../base/text.ts';
import { explainInstallFailure } from './install-errors.ts';
import { type InstallationKey, SPACE_HINT } from './installation.ts';
import type { PackageSettings } from './package-settings.ts';
import type { Interpreter } from './python.ts';

/** A Python environment to create. */
export interface InstallPlan {
  readonly key: InstallationKey;
  /** The path of uv. */
  readonly uv: string;
  readonly settings: PackageSettings;
  readonly base: Interpreter;
}

/**
 * Creates an environment with Triton and the requirements in `work`/env and returns that folder.
 * Also keeps the installer's temporary files in `work`. Its packages are hard links to those in uv's
 * cache in the home folder, so that several environments need the disk once.
 * @throws {Failure} `environment` with the cause if the installer fails.
 */
export async function installEnvironment(
  plan: InstallPlan,
  work: string,
  context: RunContext & Pick<BuildContext, 'home'>,
): Promise<string> {
  const folder = join(work, 'env');
  const temporary = join(work, 'tmp');
  await mkdir(temporary);
  const env = {
    ...plan.settings.env,
    TMPDIR: temporary,
    UV_CACHE_DIR: cacheFolder(context.home),
    UV_LINK_MODE: 'hardlink',
  };
  const cwd = await emptyProject(work);
  for (const argv of commands(plan, folder)) {
    const finished = await runInstaller(argv, cwd, { ...context, env });
    if (finished.code === 0) continue;
    const output = redact(`${finished.stdout}\n${finished.stderr}`);
    throw new Failure(
      'environment',
      explainInstallFailure({
        tritonVersion: plan.key.tritonVersion,
        pythonVersion: plan.base.version,
        folder: work,
        output,
      }),
    );
  }
  return folder;
}

/** The folder of uv's cache, which must be on the disk of the environments for hard links. */
export function cacheFolder(home: string): string {
  return join(home, 'uv', 'cache');
}

/**
 * Makes a folder for installers to run in. uv reads the settings of the working directory or the
 * nearest one above it that has any, which may be a checkout: here it finds none, and goes on to
 * those of the user and the machine.
 * Source: "Configuration files" in the documentation of uv.
 */
async function emptyProject(work: string): Promise<string> {
  const folder = join(work, 'empty');
  await mkdir(folder);
  await writeFile(join(folder, 'uv.toml'), '');
  return folder;
}

/** Returns the Python of an environment that `installEnvironment` created. */
export function pythonOf(folder: string): string {
  return join(folder, 'bin', 'python');
}

/** A wheel of up to 300 MB, 1.1 GB unpacked (3.9.0), and a margin; measured 3.6.0 to 3.9.0. */
const NEEDED_BYTES = 1.6e9;

/** Returns how many bytes an ordinary user can write to the disk that holds `path`. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/** Fails if a new environment does not fit into `folder`, whose disk has `free` bytes. */
export function requireSpace(folder: string, free: number): void {
  if (free >= NEEDED_BYTES) return;
  const sizes = `${formatSize(free)} free, but installing Triton needs about ${formatSize(NEEDED_BYTES)}`;
  throw new Failure('environment', {
    message: `not enough disk space in ${folder}: ${sizes}`,
    hint: SPACE_HINT,
  });
}

function commands(
  { key, uv, settings, base }: InstallPlan,
  folder: string,
): readonly (readonly string[])[] {
  // The bridge writes no bytecode, so that each worker would compile all of Triton's Python.
  const options = [
    '--python',
    pythonOf(folder),
    '--only-binary=triton',
    '--compile-bytecode',
    ...(settings.noIndex ? ['--no-index'] : []),
  ];
  return [
    [uv, 'venv', '--no-project', '--python', base.python, folder],
    [uv, 'pip', 'install', ...options, `triton==${key.tritonVersion}`, ...key.requirements],
  ];
}

const STEP = /^\s*(?:Downloading|Building|Resolved|Prepared|Installed|[+] )/;

async function runInstaller(
  argv: readonly string[],
  cwd: string,
  { env, signal, log }: RunContext,
): Promise<ProcessResult> {
  let rest = '';
  const onOutput = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (STEP.test(line)) log.info(redact(line.trimEnd()));
  };
  return run(argv, { cwd, env, signal, onOutput });
}

/** Hides the user names and passwords of URLs. */
function redact(text: string): string {
  return text.replaceAll(/(?<=\/\/)[^\s/@]+@/g, '***@');
}
