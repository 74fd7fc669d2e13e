import { Failure } from '../base/errors.ts';
import { compareReleases } from '../manifest/terms/triton-version.ts';
import { pythonFolder, withWorkFolder } from './installation.ts';
import { failureOf, type Installer, runUv, type ToolchainContext } from './installer.ts';
import { type BasePython, identify } from './inspected-python.ts';
import { redact } from './package-index.ts';
import type { WheelMachine } from './platform.ts';
import { findBasePython, PYTHON_HINT } from './python.ts';
import { findUv, UV_WHEELS } from './uv.ts';

/** The CPython that uv installs. Every supported Triton has wheels for it. */
const MANAGED_VERSION = '3.12';

/**
 * Returns a Python that can create an environment with this Triton: one on PATH, or else one that uv
 * installs into the home folder at first use.
 * @throws {Failure} `environment` if there is neither.
 */
export async function fittingPython(
  tritonVersion: string,
  machine: WheelMachine,
  context: ToolchainContext,
): Promise<BasePython> {
  try {
    return await findBasePython(tritonVersion, context);
  } catch (error) {
    // A Python on PATH that is too old or too new for Triton can still run the script that runs uv.
    const any = await findBasePython(undefined, context).catch(() => undefined);
    if (any === undefined || !(error instanceof Failure)) throw error;
    return withWorkFolder(pythonFolder(context.home), async (work) => {
      const uv = await findUv(UV_WHEELS[machine], context);
      return managedPython(error, tritonVersion, { uv, base: any, work }, context);
    });
  }
}

async function managedPython(
  missing: Failure,
  tritonVersion: string,
  installer: Installer,
  context: ToolchainContext,
): Promise<BasePython> {
  const find = ['python', 'find', '--managed-python', '--no-python-downloads', MANAGED_VERSION];
  let found = await runUv(find, installer, context);
  if (found.code !== 0) {
    const reason = missing.problems[0]?.message ?? missing.message;
    context.log.info(`${reason}; uv installs CPython ${MANAGED_VERSION}`);
    const install = ['python', 'install', '--no-bin', MANAGED_VERSION];
    const { code, stdout, stderr } = await runUv(install, installer, context);
    if (code !== 0) throw notInstalled(reason, tritonVersion, redact(`${stdout}\n${stderr}`));
    found = await runUv(find, installer, context);
  }
  const inspection = await identify(found.stdout.trim(), context);
  if (inspection.ok) return inspection.interpreter;
  throw notInstalled(inspection.reason, tritonVersion, redact(found.stderr));
}

function notInstalled(reason: string, tritonVersion: string, output: string): Failure {
  const older =
    compareReleases(tritonVersion, '3.9.0') >= 0
      ? ' Or use `triton: 3.8.0`, which runs with Python 3.10.'
      : '';
  const message = `${reason}, and uv could not install CPython ${MANAGED_VERSION}`;
  return failureOf(message, output, `${PYTHON_HINT}${older}`);
}
