import type { BuildContext } from '../../base/context.ts';
import { oneOf } from '../../base/form.ts';
import { workersFor } from '../../base/workers.ts';
import { makeWheel, type WheelResult } from './wheel.ts';
import { WHEEL_LAYOUTS } from './wheel/wheel-work.ts';
import { inputsOf } from '../../action/inputs.ts';
import { packageFolder, readPackageInputs } from '../../action/package-folder.ts';
import { setOutputs } from '../../action/summary.ts';

/** Reads the inputs of the sub-action wheel. */
export const readWheelInputs = inputsOf((read) => ({
  ...readPackageInputs(read),
  out: read.text('out') ?? 'dist',
  name: read.text('name'),
  layout: read.value('layout', oneOf(WHEEL_LAYOUTS)) ?? WHEEL_LAYOUTS[0],
  allowUntrusted: read.flag('allow-untrusted'),
}));

/** Makes a Python package of the operators in a package that was built before. */
export async function runWheel(
  inputs: ReturnType<typeof readWheelInputs>,
  context: BuildContext,
): Promise<void> {
  const { out, name, layout } = inputs;
  const folder = await packageFolder(inputs, context);
  const request = { package: folder, out, name, layout, jobs: workersFor() };
  const result = await makeWheel(request, context);
  setOutputs(wheelOutputs(result));
}

/** Returns the outputs, by their names in wheel/action.yml. */
export function wheelOutputs(result: WheelResult): Readonly<Record<string, string>> {
  const { layout, files, name, version, operators } = result;
  return {
    wheel: layout === 'wheel' ? (files[0] ?? '') : '',
    files: JSON.stringify(files),
    name,
    version,
    operators: JSON.stringify(operators),
  };
}
