import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BRIDGE_FOLDER } from '../base/assets.ts';
import type { BuildContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { makeFolder } from '../base/files.ts';
import { NEWEST_TESTED, RELEASES } from '../manifest/terms/triton-version.ts';
import type { Environment, ProcessResult } from '../base/process.ts';
import { formatSize } from '../base/text.ts';
import { cacheFolder, pythonFolder, pythonOf, SPACE_HINT } from './installation.ts';
import { redact, uvEnvironment } from './package-index.ts';
import type { BasePython } from './inspected-python.ts';
import { IndexUnreached, saysUnreached } from './unreached.ts';

export type ToolchainContext = Omit<BuildContext, 'scratch'>;

/** uv, with a Python to create environments from. */
export interface Installer {
  /** The path of uv. */
  readonly uv: string;
  readonly base: BasePython;
  /** The folder for new environments and temporary files. */
  readonly work: string;
}

/**
 * Creates an environment in `env` of the work folder and returns that folder. `installs` has the
 * arguments of each `uv pip install`. Packages are hard links to those in uv's cache in the home
 * folder, so that several environments need the disk once.
 * @param what is installed, for messages
 * @throws {Failure} `environment` with uv's message if it fails: `IndexUnreached` without a network.
 */
export async function createEnvironment(
  what: string,
  installs: readonly (readonly string[])[],
  installer: Installer,
  context: ToolchainContext,
): Promise<string> {
  const folder = join(installer.work, 'env');
  await rm(folder, { recursive: true, force: true });
  // The bridge writes no bytecode, so that each worker would compile all of Triton's Python.
  const install = ['pip', 'install', '--python', pythonOf(folder), '--compile-bytecode'];
  for (const args of [
    ['venv', '--no-project', '--python', installer.base.python, folder],
    ...installs.map((each) => [...install, ...each]),
  ]) {
    const { code, stdout, stderr } = await runUv(args, installer, context);
    if (code === 0) continue;
    const output = redact(`${stdout}\n${stderr}`);
    const missing = missingRelease(output);
    if (missing !== undefined) throw missing;
    const failure = failureOf(`cannot install ${what} into ${installer.work}`, output);
    throw saysUnreached(output) ? new IndexUnreached(failure.problems) : failure;
  }
  return folder;
}

/** Returns the failure for a Triton that the package index does not have; undefined if uv names another reason. */
function missingRelease(output: string): Failure | undefined {
  const version = /there is no version of triton==(\S+?)[\s,]/.exec(output)?.[1];
  if (version === undefined) return undefined;
  return new Failure('environment', {
    message: `the package index has no Triton ${version}: the newest release that was tested is ${NEWEST_TESTED}`,
    hint: `Write \`triton: ${NEWEST_TESTED}\` in the manifest. The tested releases are ${RELEASES.join(', ')}.`,
  });
}

/** Removes packages from uv's cache, or all of them. Environments that have them keep them. */
export async function forgetPackages(
  names: readonly string[],
  installer: Installer,
  context: ToolchainContext,
): Promise<void> {
  await runUv(['cache', 'clean', ...names], installer, context);
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

const STEP = /^\s*(?:Downloading|Building|Resolved|Prepared|Installed|[+] )/;

/** Runs uv in an empty folder, one at a time on this machine, and logs what it installs. */
export async function runUv(
  args: readonly string[],
  { uv, base, work }: Installer,
  context: ToolchainContext,
): Promise<ProcessResult> {
  const { home, log, runTool, signal } = context;
  const temporary = join(work, 'tmp');
  await makeFolder(temporary);
  const env = {
    ...(await uvEnvironment(context)),
    TMPDIR: temporary,
    UV_CACHE_DIR: cacheFolder(home),
    UV_LINK_MODE: 'hardlink',
    UV_PYTHON_INSTALL_DIR: pythonFolder(home),
    ...retriesOf(context),
  };
  let rest = '';
  const onOutput = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!STEP.test(line)) continue;
      const step = redact(line.trimEnd());
      // What takes long: the other lines come at the end.
      if (/^\s*(?:Downloading|Building)/.test(line)) log.info(step);
      else log.detail(step);
    }
  };
  const cwd = await emptyProject(work);
  const lock = join(home, 'uv', 'lock');
  await makeFolder(dirname(lock));
  // Two that install one package at once would both download and keep it.
  const locked = ['-I', '-S', join(BRIDGE_FOLDER, 'run_locked.py'), String(process.pid), lock];
  const result = await runTool([base.python, ...locked, uv, ...args], {
    cwd,
    env,
    signal,
    onOutput,
  });
  if (result.code !== 0 && saysUnreached(`${result.stdout}\n${result.stderr}`))
    context.memory.note(UNREACHED);
  return result;
}

/** What a run remembers when the package index did not answer. */
const UNREACHED = 'the package index cannot be reached';

/**
 * How often uv repeats a request that gets no answer. Without a network, the default takes 7 s. After the first time, a run
 * does not repeat requests.
 */
function retriesOf({ env, memory }: Pick<ToolchainContext, 'env' | 'memory'>): Environment {
  return memory.knows(UNREACHED) && !env['UV_HTTP_RETRIES'] ? { UV_HTTP_RETRIES: '0' } : {};
}

/**
 * Makes a folder for uv to run in. uv reads the settings of the working directory or the nearest one
 * above it that has any, which may be a checkout: here it finds none, and goes on to those of the
 * user and the machine.
 * Source: "Configuration files" in the documentation of uv.
 */
async function emptyProject(work: string): Promise<string> {
  const folder = join(work, 'empty');
  await makeFolder(folder);
  await writeFile(join(folder, 'uv.toml'), '');
  return folder;
}

/** A failure of uv, with what it printed. `message` says what was not done, `hint` what to do. */
export function failureOf(message: string, output: string, hint = INDEX_HINT): Failure {
  const isFull = /No space left on device|Disk quota exceeded/i.test(output);
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !STEP.test(line));
  return new Failure('environment', {
    message: isFull ? `${message}: no disk space left` : message,
    hint: [isFull ? SPACE_HINT : hint, 'Output of uv:', ...lines.slice(-12)].join('\n'),
  });
}

const INDEX_HINT =
  'uv reads where packages come from in its variables, such as UV_DEFAULT_INDEX, UV_INDEX, UV_FIND_LINKS and SSL_CERT_FILE, and in uv.toml.';
