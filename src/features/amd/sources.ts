import { assetFolder } from '../../base/assets.ts';
import type { VendorSources } from '../../package/c/vendor.ts';

/** C for HIP. Architectures are numbers there: 0x942 is gfx942. */
export const SOURCES: VendorSources = {
  suffix: '.hip',
  macro: 'AOT_HIP',
  names: {
    header: 'aot_hip.h',
    result: 'hipError_t',
    stream: 'hipStream_t',
    pointer: 'hipDeviceptr_t',
    errors: { invalidValue: 'hipErrorInvalidValue', noBinary: 'hipErrorNoBinaryForGpu' },
  },
  headers: { include: ['aot_hip.h'], src: ['aot_hip_launch.h'], ops: ['aot_hip_ops.h'] },
  folder: assetFolder('src/features/amd/assets/c/'),
  devices: ({ name }) => ({ major: '0', from: numberOf(name), to: numberOf(name) }),
  describeDevices: ({ major, from, to }) =>
    major === '0' && from === to && from.startsWith('0x') ? from.replace('0x', 'gfx') : undefined,
  number: (capability) => ('arch' in capability ? numberOf(capability.arch) : '0'),
  cmake: assetFolder('src/features/amd/assets/cmake/'),
};

function numberOf(architecture: string): string {
  return architecture.replace('gfx', '0x');
}
