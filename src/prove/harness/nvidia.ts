import type { Problem } from '../../base/errors.ts';
import type { Environment } from '../../base/process.ts';
import { pick } from './tools.ts';
import type { Obstacle, VendorHarness } from './vendor-harness.ts';

/** The addresses of CUDA's multi-process service, which programs need to share a GPU. */
const DRIVER = ['CUDA_MPS_PIPE_DIRECTORY', 'CUDA_MPS_LOG_DIRECTORY'];

const CONTAINER =
  'In a container, start it with --gpus all (NVIDIA container toolkit). In Kubernetes, request nvidia.com/gpu.';
const REBOOT =
  'Check that `nvidia-smi` works. If the driver was just updated, reboot or reload its kernel modules.';

/** How programs are built and run for NVIDIA GPUs. */
export const NVIDIA_HARNESS: VendorHarness = {
  library: 'libcuda.so.1',
  functions: /^cu[A-Z]\w*$/,
  usesCudaHeader: true,
  flags: [],
  dynamic: ['-DAOT_DYNAMIC_DRIVER'],
  id: 'UUID',
  variables: [...DRIVER, 'CUDA_VISIBLE_DEVICES'],
  // The same numbers for GPUs as nvidia-smi shows.
  fixed: { CUDA_DEVICE_ORDER: 'PCI_BUS_ID' },
  onlyDevices: (env, devices) => ({
    ...pick(env, DRIVER),
    CUDA_VISIBLE_DEVICES: devices.map(({ uuid }) => uuid).join(','),
  }),
  explain,
  unlisted: REBOOT,
  version: cudaVersion,
  processes: 'nvidia-smi',
};

/** The causes and remedies of driver errors. Source: CUDA Driver API, CUresult. */
const REMEDIES: Readonly<Record<string, string>> = {
  CUDA_ERROR_NOT_INITIALIZED: `The driver's kernel module is not loaded or not accessible. ${REBOOT}`,
  CUDA_ERROR_OUT_OF_MEMORY: 'The machine or its GPU has no free memory.',
  CUDA_ERROR_STUB_LIBRARY:
    "The toolkit's stub of libcuda was loaded instead of the driver. Remove its `stubs` folder from LD_LIBRARY_PATH.",
  CUDA_ERROR_DEVICE_UNAVAILABLE:
    'The GPU is in exclusive or prohibited compute mode, and another process uses it. Check with `nvidia-smi -q -d COMPUTE`.',
  CUDA_ERROR_SYSTEM_NOT_READY:
    'The fabric manager is not running. Start the one of the same version as the driver: systemctl start nvidia-fabricmanager.',
  CUDA_ERROR_SYSTEM_DRIVER_MISMATCH: `libcuda and the kernel module have different versions. ${REBOOT} Restart the container, if this is one.`,
  CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
    'A forward-compatibility libcuda (cuda-compat) was loaded, but this GPU does not support it. Remove it from LD_LIBRARY_PATH, or update the driver.',
  CUDA_ERROR_UNKNOWN: `${REBOOT} In a container, /dev/nvidia* might not be accessible: restart it.`,
};

function explain(problem: Obstacle, message: string, env: Environment): Problem {
  const detail = message === '' ? '' : ` (${message})`;
  switch (problem) {
    case 'no-driver':
      return {
        message: `there is no CUDA driver: libcuda.so.1 not found${detail}`,
        hint: `Use a machine with an NVIDIA GPU and its driver. ${CONTAINER}`,
      };
    case 'no-device': {
      const visible = env['CUDA_VISIBLE_DEVICES'];
      const hint =
        visible === undefined
          ? `Check that \`nvidia-smi -L\` lists a GPU. ${CONTAINER}`
          : `CUDA_VISIBLE_DEVICES is "${visible}", which hides all GPUs. Unset it, or set it to GPUs that exist.`;
      return { message: `the CUDA driver found no GPU${detail}`, hint };
    }
    case 'init': {
      const name = /CUDA_ERROR_\w+/.exec(message)?.[0] ?? '';
      return {
        message: `the CUDA driver cannot be initialised: ${message}`,
        hint: REMEDIES[name] ?? REBOOT,
      };
    }
  }
}

/** Formats 13000 as `13.0`. */
export function cudaVersion(version: number): string {
  return `${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 10)}`;
}
