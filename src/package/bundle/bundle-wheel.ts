import { type Vendor } from '../../manifest/terms/target.ts';
import { copyFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { makeFolder, writeAtomically } from '../../base/files.ts';
import type { ToolchainContext } from '../../toolchain/installer.ts';
import type { WheelMachine } from '../../toolchain/platform.ts';
import { ensureWheelTools } from '../../toolchain/wheel-tools.ts';
import { buildWheel } from '../wheel/wheel-project.ts';

/** A bundle to make a wheel of. */
interface BundleWheel {
  /** The name of the program. */
  readonly program: string;
  /** The name for `import`, which is also that for `pip install`. */
  readonly name: string;
  readonly version: string;
  /** The vendors of GPUs that it has kernels for. */
  readonly vendors: readonly Vendor[];
  /** The folder of the bundle, and its files relative to it. */
  readonly folder: string;
  readonly files: readonly string[];
  /** The version of Python that it is for: of Triton, whose wheels are for one Python. */
  readonly python: string;
  readonly machine: WheelMachine;
  /** The folder to write to. */
  readonly out: string;
}

/**
 * Makes a wheel of a bundle, without dependencies, and returns its path.
 * @param scratch a folder for the project
 * @throws {Failure} `usage` if Python has no such version, `environment` if hatchling fails.
 */
export async function writeBundleWheel(
  { program, name, version, vendors, folder, files, python, machine, out }: BundleWheel,
  scratch: string,
  context: ToolchainContext,
): Promise<string> {
  for (const path of files) {
    await makeFolder(join(scratch, name, path, '..'));
    await copyFile(join(folder, path), join(scratch, name, path));
  }
  const project = {
    folder: scratch,
    name,
    distribution: name,
    version,
    vendors,
    license: undefined,
    sbom: undefined,
    texts: {
      description: `Compiled Triton kernels of ${program}`,
      readme: `Set \`TRITON_CACHE_MANAGER=${name}:Manager\`, and Triton finds the kernels of ${program} here.\n`,
      dependencies: [],
      optional: {},
    },
  };
  const [major, minor] = python.split('.');
  const tag = `cp${major}${minor}-none-linux_${machine}`;
  const tools = await ensureWheelTools(machine, context);
  const made = await buildWheel(project, tag, 'dist', tools, context);
  const wheel = resolve(out, basename(made));
  await writeAtomically(wheel, (temporary) => copyFile(made, temporary));
  return wheel;
}
