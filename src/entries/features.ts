import { registerAmd } from '../features/amd/index.ts';
import { registerBundle } from '../features/bundle/index.ts';
import { registerOperators } from '../features/operators/index.ts';
import { registerTritonGenerator } from '../features/triton-generator/index.ts';
import { registerTuning } from '../features/tuning/index.ts';

/** Hangs a feature into the core. */
type Register = () => void;

/**
 * The features that the programs have, in the order in which their parts run. Without its line here,
 * a feature does not exist.
 */
const FEATURES: readonly Register[] = [
  registerAmd,
  registerOperators,
  registerTuning,
  registerBundle,
  registerTritonGenerator,
];

let areRegistered = false;

/** Registers every feature, the first time it is called. Programs do so before anything else. */
export function registerFeatures(): void {
  if (areRegistered) return;
  areRegistered = true;
  for (const register of FEATURES) register();
}
