import type { RunContext } from '../../src/base/context.ts';
import type { Toolchain } from '../../src/toolchain/toolchain.ts';
import type { KeptWorkers } from '../../src/toolchain/workers/kept-workers.ts';
import { withWorkers } from '../../src/toolchain/workers/pool.ts';

/** Returns the part of a toolchain that starts workers, with a Python that need not be found. */
export function workersOf(
  python: string,
  kept: KeptWorkers,
  context: RunContext,
): Pick<Toolchain, 'withWorkers'> {
  return { withWorkers: (limits, body) => withWorkers(python, limits, kept, context, body) };
}
