import type { BuildContext } from '../../base/context.ts';
import { workersFor } from '../../base/workers.ts';
import { makeBundle } from './make-bundle.ts';
import { bundleTargets } from './request.ts';
import { type BundleResult, checkComplete } from './result.ts';
import { DEFAULT_TIMEOUT } from '../../toolchain/workers/pool.ts';
import { inputsOf } from '../../action/inputs.ts';
import { setOutputs } from '../../action/summary.ts';

/** Reads the inputs of the sub-action bundle. */
export const readBundleInputs = inputsOf((read) => {
  const recordings = read.list('recordings') ?? [];
  if (recordings.length === 0) read.reject('input recordings is not set');
  const name = read.text('name');
  if (name === undefined) read.reject('input name is not set');
  return {
    recordings,
    name: name ?? '',
    version: read.text('version') ?? '0.1.0',
    out: read.text('out') ?? 'dist',
    python: read.text('python') ?? 'python3',
    paths: read.list('paths') ?? ['.'],
    targets: bundleTargets(read.list('targets')),
    complete: read.flag('complete'),
    wheel: true,
    image: read.flag('oci'),
    allowUntrusted: read.flag('allow-untrusted'),
  };
});

/** Compiles what a Python program was recorded to compile. */
export async function runBundle(
  inputs: ReturnType<typeof readBundleInputs>,
  context: BuildContext,
): Promise<void> {
  const result = await makeBundle(
    { ...inputs, jobs: workersFor(), timeout: DEFAULT_TIMEOUT },
    context,
  );
  setOutputs(bundleOutputs(result));
  checkComplete(result);
}

/** Returns the outputs, by their names in bundle/action.yml. */
export function bundleOutputs(result: BundleResult): Readonly<Record<string, string>> {
  return {
    folder: result.folder,
    wheel: result.wheel ?? '',
    image: result.image ?? '',
    package: result.package,
    kernels: String(result.entries),
  };
}
