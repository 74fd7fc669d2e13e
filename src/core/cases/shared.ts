import type { ScalarType } from '../argument-type.ts';
import type { Kernel } from '../kernel.ts';
import type { SmokeSpec } from '../manifest/smoke.ts';
import type { Scope } from './scope.ts';

/** What all cases of a kernel have in common. */
export interface Shared {
  readonly kernel: Kernel;
  readonly smoke: SmokeSpec;
  /** The algos that are tested. */
  readonly algos: readonly number[];
  readonly scope: Scope;
  readonly types: ReadonlyMap<string, ScalarType>;
}
