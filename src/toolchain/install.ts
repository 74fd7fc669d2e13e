import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BRIDGE_FOLDER, LOCKS_FOLDER } from '../base/assets.ts';
import type { BuildContext, RunContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { makeFolder } from '../base/files.ts';
import type { ProcessResult } from '../base/process.ts';
import { formatSize } from '../base/text.ts';
import { explainInstallFailure } from './install-errors.ts';
import { type InstallationKey, SPACE_HINT } from './installation.ts';
import type { PackageSettings } from './package-settings.ts';
import type { BasePython } from './python.ts';
import { wheelDigests } from './triton-wheels.ts';

/**
 * NumPy, if a manifest does not require it. Triton 3.6.0's interpreter fails with 2.4.6. The digests of
 * its wheels are in locks/numpy.txt.
 */
export const NUMPY: readonly string[] = [
  'numpy==2.2.6; python_version < "3.11"',
  'numpy==2.3.5; python_version >= "3.11"',
];

/** A Python environment to create. */
export interface InstallPlan {
  readonly key: InstallationKey;
  /** The path of uv. */
  readonly uv: string;
  readonly settings: PackageSettings;
  readonly base: BasePython;
}

type InstallContext = RunContext & Pick<BuildContext, 'home'>;

/**
 * Creates an environment with Triton and the requirements in `work`/env and returns that folder.
 * Also keeps the installer's temporary files in `work`. Its packages are hard links to those in uv's
 * cache in the home folder, so that several environments need the disk once.
 * @throws {Failure} `environment` with the cause if the installer fails.
 */
export async function installEnvironment(
  plan: InstallPlan,
  work: string,
  context: InstallContext,
): Promise<string> {
  const folder = join(work, 'env');
  await rm(folder, { recursive: true, force: true });
  for (const argv of commands(plan, folder, await requirementFiles(plan, work))) {
    const finished = await runUv(argv, plan, work, context);
    if (finished.code === 0) continue;
    throw new Failure(
      'environment',
      explainInstallFailure({
        what: `Triton ${plan.key.tritonVersion}`,
        pythonVersion: plan.base.version,
        folder: work,
        output: redact(`${finished.stdout}\n${finished.stderr}`),
      }),
    );
  }
  return folder;
}

/** Removes packages from uv's cache. Environments that have them keep them. */
export async function forgetPackages(
  names: readonly string[],
  plan: InstallPlan,
  work: string,
  context: InstallContext,
): Promise<void> {
  await runUv([plan.uv, 'cache', 'clean', ...names], plan, work, context);
}

/** The folder of uv's cache, which must be on the disk of the environments for hard links. */
export function cacheFolder(home: string): string {
  return join(home, 'uv', 'cache');
}

/**
 * Makes a folder for uv to run in. uv reads the settings of the working directory or the nearest one
 * above it that has any, which may be a checkout: here it finds none, and goes on to those of the
 * user and the machine.
 * Source: "Configuration files" in the documentation of uv.
 */
async function emptyProject(work: string): Promise<string> {
  const folder = join(work, 'empty');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'uv.toml'), '');
  return folder;
}

/** Returns the Python of an environment that `installEnvironment` created. */
export function pythonOf(folder: string): string {
  return join(folder, 'bin', 'python');
}

/** An environment of 1.2 GB (3.9.0 with NumPy; uv unpacks while it downloads), and a margin. */
const NEEDED_BYTES = 1.4e9;

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
  files: readonly string[],
): readonly (readonly string[])[] {
  const install = [
    uv,
    'pip',
    'install',
    '--python',
    pythonOf(folder),
    '--only-binary=triton',
    // The bridge writes no bytecode, so that each worker would compile all of Triton's Python.
    '--compile-bytecode',
    ...(settings.noIndex ? ['--no-index'] : []),
  ];
  const isPinned = wheelDigests(key.tritonVersion) !== undefined;
  const listed = files.flatMap((file) => ['-r', file]);
  const further = key.requirements.filter((text) => !NUMPY.includes(text));
  return [
    [uv, 'venv', '--no-project', '--python', base.python, folder],
    [...install, ...(isPinned ? ['--require-hashes'] : []), ...listed],
    // With Triton among the requirements, so that it stays as it is.
    ...(further.length > 0 ? [[...install, ...listed, ...further]] : []),
  ];
}

/**
 * Returns the files of requirements with Triton, and with NumPy if `NUMPY` is required: lock files, which
 * have the digests of all wheels. Writes one for a version without a lock file.
 */
async function requirementFiles(
  { key: { tritonVersion, requirements } }: InstallPlan,
  work: string,
): Promise<readonly string[]> {
  const numpy = NUMPY.every((text) => requirements.includes(text))
    ? [join(LOCKS_FOLDER, 'numpy.txt')]
    : [];
  if (wheelDigests(tritonVersion) !== undefined)
    return [join(LOCKS_FOLDER, `triton-${tritonVersion}.txt`), ...numpy];
  const file = join(work, 'triton.txt');
  await writeFile(file, `triton==${tritonVersion}\n`);
  return [file, ...numpy];
}

const STEP = /^\s*(?:Downloading|Building|Resolved|Prepared|Installed|[+] )/;

/** Runs uv in `work`, one at a time on this machine, and logs what it installs. */
export async function runUv(
  argv: readonly string[],
  { settings, base }: Pick<InstallPlan, 'settings' | 'base'>,
  work: string,
  { home, signal, log, runTool }: InstallContext,
): Promise<ProcessResult> {
  const temporary = join(work, 'tmp');
  await mkdir(temporary, { recursive: true });
  const env = {
    ...settings.env,
    TMPDIR: temporary,
    UV_CACHE_DIR: cacheFolder(home),
    UV_LINK_MODE: 'hardlink',
  };
  let rest = '';
  const onOutput = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (STEP.test(line)) log.info(redact(line.trimEnd()));
  };
  const cwd = await emptyProject(work);
  const lock = join(home, 'uv', 'lock');
  await makeFolder(dirname(lock));
  return runTool(locked(argv, lock, base.python), { cwd, env, signal, onOutput });
}

/**
 * Returns the command that runs `argv` when no other process has locked the file `lock`, since two
 * that install one package at once would both download and keep it.
 */
function locked(argv: readonly string[], lock: string, python: string): readonly string[] {
  const script = join(BRIDGE_FOLDER, 'run_locked.py');
  return [python, '-I', '-S', script, String(process.pid), lock, ...argv];
}

/** Hides the user names and passwords of URLs. */
export function redact(text: string): string {
  return text.replaceAll(/(?<=\/\/)[^\s/@]+@/g, '***@');
}
