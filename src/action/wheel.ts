import type { BuildContext } from '../base/context.ts';
import { workersFor } from '../base/workers.ts';
import { makeWheel, WHEEL_LAYOUTS, type WheelResult } from '../wheel.ts';
import { packageFolder } from './smoke.ts';
import { setOutputs } from './summary.ts';
import { DEFAULT_PACKAGE, inputReader } from './inputs.ts';

/** Makes a Python package of the operators in a package that was built before. */
export async function runWheel(inputs: WheelInputs, context: BuildContext): Promise<void> {
  const { artifact, package: named, ...chosen } = inputs;
  const folder = await packageFolder({ package: named, artifact, release: undefined }, context);
  const result = await makeWheel({ ...chosen, package: folder, jobs: workersFor() }, context);
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

/** The inputs of the sub-action wheel, by their names in wheel/action.yml. */
type WheelInputs = Readonly<ReturnType<typeof readWheelInputs>>;

/**
 * Reads all inputs. `get` returns an input's text, empty if it is not set.
 * @throws {Failure} `usage` with every invalid input.
 */
export function readWheelInputs(get: (name: string) => string) {
  const read = inputReader(get);
  const inputs = {
    package: read.text('package') ?? DEFAULT_PACKAGE,
    artifact: read.text('artifact'),
    out: read.text('out') ?? 'dist',
    name: read.text('name'),
    layout: read.choice('layout', WHEEL_LAYOUTS) ?? WHEEL_LAYOUTS[0],
  };
  read.check();
  return inputs;
}
