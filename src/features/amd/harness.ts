import { assetFolder } from '../../base/assets.ts';
import type { Problem } from '../../base/errors.ts';
import type { Environment } from '../../base/process.ts';
import { pick } from '../../prove/harness/tools.ts';
import type { Obstacle, VendorHarness } from '../../prove/harness/vendor-harness.ts';

/**
 * The variables that choose AMD GPUs. HIP reads one of the first two, for numbers among the GPUs that
 * the others leave. Source: ROCm, "GPU isolation techniques".
 */
const VISIBLE = [
  'HIP_VISIBLE_DEVICES',
  'CUDA_VISIBLE_DEVICES',
  'ROCR_VISIBLE_DEVICES',
  'GPU_DEVICE_ORDINAL',
] as const;

const ROCM = 'Check that `rocminfo` lists the GPU.';
const DEVICES =
  'The user needs access to /dev/kfd and /dev/dri (groups `render` and `video`). In a container, start it with --device /dev/kfd --device /dev/dri.';

/** The folder with a cuda.h that has the names of CUDA's driver for the HIP runtime, and a part of the probe. */
const FOLDER = assetFolder('src/features/amd/assets/harness/');

/** How programs are built and run for HIP. They use the declarations of HIP that are part of this program. */
export const HARNESS: VendorHarness = {
  // That of ROCm 6.
  library: 'libamdhip64.so.6',
  functions: /^hip[A-Z]\w*$/,
  usesCudaHeader: false,
  flags: [`-I${FOLDER}`, '-DAOT_WITHOUT_ROCM'],
  // The HIP runtime is always found at the first call.
  dynamic: ['-DAOT_WITHOUT_ROCM'],
  probe: [`${FOLDER}probe.cpp`],
  id: 'PCI address (AMD only)',
  variables: VISIBLE,
  fixed: {},
  // HIP chooses GPUs by their numbers: not every GPU has a UUID of its own.
  onlyDevices: (env, devices) => {
    const [own, cuda, ...others] = VISIBLE;
    const visible = (env[own] || env[cuda] || '').split(',').filter((each) => each !== '');
    return {
      ...pick(env, others),
      [own]: devices.map(({ ordinal }) => visible[ordinal] ?? String(ordinal)).join(','),
    };
  },
  explain,
  unlisted: ROCM,
  version,
  processes: 'amd-smi process',
};

function explain(problem: Obstacle, message: string, env: Environment): Problem {
  const detail = message === '' ? '' : ` (${message})`;
  switch (problem) {
    case 'no-driver':
      return {
        message: `there is no HIP runtime: libamdhip64.so, libamdhip64.so.7 and libamdhip64.so.6 not found${detail}`,
        hint: 'Use a machine with an AMD GPU, its driver, and ROCm 6 or 7. If ROCm is in a folder of its own, add its `lib` to LD_LIBRARY_PATH.',
      };
    case 'no-device': {
      const name = VISIBLE.find((variable) => env[variable] !== undefined);
      const hint =
        name === undefined
          ? `${ROCM} ${DEVICES}`
          : `${name} is "${env[name]}", which may hide all GPUs. Unset it, or set it to GPUs that exist.`;
      return { message: `the HIP runtime found no GPU${detail}`, hint };
    }
    case 'init':
      return {
        message: `the HIP runtime cannot be initialised: ${message}`,
        hint: `${ROCM} ${DEVICES}`,
      };
  }
}

/** Formats 60443483 as `6.4`. Source: HIP_VERSION in hip_version.h. */
function version(number: number): string {
  return `${Math.floor(number / 1e7)}.${Math.floor((number % 1e7) / 1e5)}`;
}
