import type { BuildContext } from '../base/context.ts';
import { workersFor } from '../base/workers.ts';
import { makeWheel, type WheelResult } from '../wheel.ts';
import { packageFolder } from './smoke.ts';
import { setOutputs } from './summary.ts';
import type { WheelInputs } from './wheel-inputs.ts';

/** Makes a Python package of the operators in a package that was built before. */
export async function runWheel(inputs: WheelInputs, context: BuildContext): Promise<void> {
  const { artifact, package: named, ...chosen } = inputs;
  const folder = await packageFolder({ package: named, artifact, release: undefined }, context);
  const result = await makeWheel({ ...chosen, package: folder, jobs: workersFor() }, context);
  setOutputs(wheelOutputs(result));
}

/** The outputs, by their names in wheel/action.yml. */
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
