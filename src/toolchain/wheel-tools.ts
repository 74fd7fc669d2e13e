import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LOCKS_FOLDER } from '../base/assets.ts';
import { sha256 } from '../base/text.ts';
import type { ToolchainContext } from './installer.ts';
import { describeDamage } from './inspected-python.ts';
import { shareEnvironment } from './own-environment.ts';
import type { WheelMachine } from './platform.ts';
import { findBasePython } from './python.ts';

/** The build backend, for `build-system` of projects. */
export const BUILD_BACKEND = 'hatchling==1.33.0';

/**
 * What both tools need, with the digests of the wheels, which are for every platform. Source:
 * `uv pip compile --universal --generate-hashes --python-version 3.10`.
 */
const LOCK = join(LOCKS_FOLDER, 'wheel-tools.txt');

/**
 * Returns a Python with hatchling, and with auditwheel, which knows the platforms that a library runs
 * on. It is in an environment below `home`, which is created at first use.
 * @param machine as in the file names of wheels
 * @throws {Failure} `environment` if this machine lacks something.
 */
export async function ensureWheelTools(
  machine: WheelMachine,
  context: ToolchainContext,
): Promise<string> {
  const base = await findBasePython(undefined, context);
  const requirements = await readFile(LOCK, 'utf8');
  const name = `wheel-tools-${base.tag}-${machine}-${sha256(requirements).slice(0, 8)}`;
  const { python } = await shareEnvironment(
    {
      folder: resolve(context.home, 'toolchains', name),
      marker: requirements,
      what: `${BUILD_BACKEND} and auditwheel`,
      base,
      machine,
      prepare: async () => [['--require-hashes', '--only-binary=:all:', '-r', LOCK]],
      problem: ({ damage }) =>
        damage.length === 0 ? undefined : `has damaged files: ${describeDamage(damage)}`,
    },
    context,
  );
  return python;
}
