import { WHEEL_LAYOUTS } from '../wheel.ts';
import { DEFAULT_PACKAGE, inputReader } from './inputs.ts';

/** The inputs of the sub-action wheel, by their names in wheel/action.yml. */
export type WheelInputs = Readonly<ReturnType<typeof readWheelInputs>>;

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
