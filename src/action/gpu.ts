import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { formatPath, type Path, type Place } from '../base/errors.ts';
import { COUNT } from '../base/form.ts';
import { workersFor } from '../base/workers.ts';
import { readOwnDocument } from '../package/sources-beside.ts';
import { DEFAULT_WAIT, deviceLockFolder } from '../prove/harness/lease.ts';
import type { EmulateRequest } from '../prove/smoke/request.ts';
import type { InputReader } from './inputs.ts';
import { packageFolder, readPackageInputs } from './package-folder.ts';
import { storeFolder } from './trust.ts';

// What the actions that run a package on a GPU have in common.

type GpuInputs = ReturnType<typeof readGpuInputs>;

/** Reads the inputs that say what to run where. `seconds` is the default of `timeout`. */
export function readGpuInputs(read: InputReader, seconds: number) {
  return {
    ...readPackageInputs(read),
    only: read.list('only') ?? [],
    device: read.text('device'),
    /** In seconds, like `timeout`. */
    wait: read.value('wait', COUNT) ?? DEFAULT_WAIT,
    timeout: read.value('timeout', COUNT) ?? seconds,
    allowUntrusted: read.flag('allow-untrusted'),
    summary: read.flag('summary', true),
  };
}

/** Downloads the package if need be, and returns what every request for a GPU has. */
export async function gpuRequest(
  inputs: GpuInputs & Parameters<typeof packageFolder>[0],
  context: BuildContext,
) {
  const { only, device, wait, timeout } = inputs;
  return {
    package: await packageFolder(inputs, context),
    only,
    device,
    wait,
    timeout,
    ...machineSettings(context),
  };
}

/** What to do without a GPU: `auto` executes the PTX on the CPU. */
export const EMULATE_MODES = ['auto', 'never'] as const;

/** Says how to execute PTX if there is no GPU; undefined if that is turned off. */
export function emulateRequest(
  mode: (typeof EMULATE_MODES)[number],
  { python }: Pick<EmulateRequest, 'python'>,
  context: Pick<BuildContext, 'env' | 'home'>,
): EmulateRequest | undefined {
  if (mode === 'never') return undefined;
  return { when: 'no-gpu', store: storeFolder(context), python };
}

/** Returns how many compilers run at the same time, and where GPUs are locked. */
export function machineSettings({ env }: Pick<BuildContext, 'env'>) {
  return { jobs: workersFor(), lockFolder: deviceLockFolder(env) };
}

/**
 * Finds places in the manifest of a package. A GPU job may not have it, or another text of it: then lines
 * are unknown.
 */
export async function locator(folder: string, file: string): Promise<(path: Path) => Place> {
  const document = await readOwnDocument(folder, file);
  return (path) => document?.locate(path) ?? { file, path: formatPath(path) };
}

/** Writes a result as JSON to a new file in `folder`: a job can have several. Returns its path. */
export async function writeResults(kind: string, result: object, folder: string): Promise<string> {
  const file = join(folder, `${kind}-${randomUUID().slice(0, 8)}.json`);
  await writeFile(file, `${JSON.stringify(result, undefined, 2)}\n`);
  return file;
}
