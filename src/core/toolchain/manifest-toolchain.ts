import type { Manifest } from '../manifest/manifest.ts';
import { ensureToolchain, type Toolchain, type ToolchainContext } from './toolchain.ts';

/** NumPy where a manifest names none. Triton 3.6.0's interpreter works with 2.3.5 and fails with 2.4.6. */
const NUMPY = ['numpy==2.2.6; python_version < "3.11"', 'numpy==2.3.5; python_version >= "3.11"'];

/**
 * The one Python that everything of a manifest is run with: it has Triton, the manifest's requirements, and NumPy
 * where expected outputs are computed. `python` is an interpreter the user named. Throws as `ensureToolchain`.
 */
export function manifestToolchain(
  manifest: Manifest,
  python: string | undefined,
  context: ToolchainContext,
): Promise<Toolchain> {
  const { triton, requirements } = manifest;
  const namesNumpy = requirements.some((text) => /^numpy(?![\w.-])/i.test(text.trim()));
  const further = needsNumpy(manifest) && !namesNumpy ? NUMPY : [];
  return ensureToolchain(
    { tritonVersion: triton, requirements: [...requirements, ...further], python },
    context,
  );
}

function needsNumpy({ generator, kernels }: Manifest): boolean {
  return (
    generator === 'native' &&
    kernels.some(
      ({ smoke }) =>
        smoke !== undefined && smoke.expected.kind !== 'none' && smoke.cases.length > 0,
    )
  );
}
