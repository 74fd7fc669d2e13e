import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { type Environment, type ProcessResult, run } from '../base/process.ts';
import { installerEnvironment } from './environment.ts';
import { explainInstallFailure } from './install-errors.ts';
import { spaceHint } from './installation.ts';
import type { Installer } from './installer.ts';
import type { Interpreter } from './python.ts';

/** A Python environment to make. */
export interface InstallPlan {
  readonly installer: Installer;
  readonly base: Interpreter;
  readonly machine: string;
  readonly tritonVersion: string;
  readonly requirements: readonly string[];
}

interface InstallContext {
  readonly env: Environment;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Makes an environment with Triton and the requirements in `work`/env and gives back that folder. What the
 * installer needs meanwhile lies in `work` too. Fails with the cause when the installer does.
 */
export async function installEnvironment(
  plan: InstallPlan,
  work: string,
  context: InstallContext,
): Promise<string> {
  const folder = join(work, 'env');
  const temporary = join(work, 'tmp');
  await mkdir(temporary);
  const env = { ...installerEnvironment(context.env), TMPDIR: temporary };
  for (const argv of commands(plan, folder)) {
    const finished = await runInstaller(argv, { ...context, env });
    if (finished.code === 0) continue;
    const output = redact(`${finished.stdout}\n${finished.stderr}`);
    throw new Failure(
      'environment',
      explainInstallFailure({
        tritonVersion: plan.tritonVersion,
        pythonVersion: plan.base.version,
        folder: work,
        installer: plan.installer.kind,
        output,
        wheels: /No matching distribution/.test(output)
          ? await listWheels(pythonOf(folder), plan, temporary, { ...context, env })
          : [],
      }),
    );
  }
  return folder;
}

/** The Python of an environment made here. */
export function pythonOf(folder: string): string {
  return join(folder, 'bin', 'python');
}

function commands(plan: InstallPlan, folder: string): readonly (readonly string[])[] {
  const { installer, base } = plan;
  const python = pythonOf(folder);
  const packages = [`triton==${plan.tritonVersion}`, ...plan.requirements];
  if (installer.kind === 'pip') {
    const quiet = ['--no-input', '--disable-pip-version-check', '--progress-bar=off'];
    return [
      [base.python, '-I', '-m', 'venv', folder],
      [python, '-I', '-m', 'pip', 'install', ...quiet, '--only-binary=triton', ...packages],
    ];
  }
  // Unlike pip, uv compiles no bytecode unless told to, and the bridge, which may not write, would then compile
  // all of Triton's Python in each worker.
  const options = ['--python', python, '--only-binary=triton', '--compile-bytecode'];
  return [
    [installer.uv, 'venv', '--no-project', '--python', base.python, folder],
    [installer.uv, 'pip', 'install', ...options, ...packages],
  ];
}

const STEP =
  /^\s*(?:Looking|Collecting|Downloading|Using cached|Processing|Building|Installing|Successfully|Resolved|Prepared|Installed|[+] )/;

async function runInstaller(
  argv: readonly string[],
  context: InstallContext,
): Promise<ProcessResult> {
  const { env, signal, log } = context;
  let rest = '';
  const onOutput = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (STEP.test(line)) log.info(redact(line.trimEnd()));
  };
  return run(argv, { env, signal, onOutput });
}

/** pip does not tell a version for other Pythons from one that does not exist; its debug output does. */
async function listWheels(
  python: string,
  plan: InstallPlan,
  temporary: string,
  { env, signal }: InstallContext,
): Promise<readonly string[]> {
  const { tritonVersion, machine } = plan;
  const options = ['--no-input', '--no-deps', '-vv', '--dest', temporary, '--only-binary=triton'];
  const { stdout } = await run(
    [python, '-I', '-m', 'pip', 'download', ...options, `triton==${tritonVersion}`],
    { env, signal },
  );
  const names = stdout.matchAll(/\btriton-([^-\s/]+)-(\w+-\w+)-(\S+?)\.whl/g);
  const tags = [...names]
    .filter(([, version, , where]) => version === tritonVersion && where?.endsWith(machine))
    .map(([, , tag]) => (tag ?? '').replace(/^(\w+)-\1$/, '$1'));
  return [...new Set(tags)];
}

/** Without the user name and password an index address may carry. */
function redact(text: string): string {
  return text.replaceAll(/(?<=\/\/)[^\s/@]+@/g, '***@');
}

/** A wheel of up to 300 MB, 1.1 GB unpacked (3.9.0), and some room. Measured with 3.6.0, 3.8.0 and 3.9.0. */
const NEEDED_BYTES = 1.6e9;

/** How many bytes an ordinary user may still write on the disk `path` is on. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/** Fails when a fresh installation will not fit into `folder`, which has `free` bytes. */
export function requireSpace(folder: string, free: number): void {
  if (free >= NEEDED_BYTES) return;
  throw new Failure('environment', {
    message: `${gigabytes(free)} free in ${folder}, but installing Triton needs about ${gigabytes(NEEDED_BYTES)}`,
    hint: spaceHint(),
  });
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
