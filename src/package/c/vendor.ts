import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUNTIME_FOLDER } from '../../base/assets.ts';
import type { Kernel } from '../../manifest/terms/kernel.ts';
import { type Vendor, VENDORS } from '../../manifest/terms/target.ts';

/** The macro that chooses HIP in headers for both vendors. */
export const HIP_MACRO = 'AOT_HIP';

/** Returns the vendors that a kernel has targets of. */
export function vendorsOf({ targets }: Pick<Kernel, 'targets'>): readonly Vendor[] {
  return VENDORS.filter((vendor) => targets.some(({ backend }) => backend === vendor));
}

/** Returns the part of a kernel that is for a vendor. Its configs keep their numbers. */
export function kernelFor(kernel: Kernel, vendor: Vendor): Kernel {
  return { ...kernel, targets: kernel.targets.filter(({ backend }) => backend === vendor) };
}

/** The path of a kernel's C source for a vendor. */
export function cSourcePath({ name }: Pick<Kernel, 'name'>, vendor: Vendor): string {
  return vendor === 'hip' ? `src/${name}.hip.c` : `src/${name}.c`;
}

/** Defines the macro that chooses HIP, at the beginning of a C source. */
export const DEFINE_HIP = `#ifndef ${HIP_MACRO}\n#define ${HIP_MACRO} 1\n#endif\n`;

/** The names in a kernel's header of what CUDA and HIP name differently. */
export interface GpuNames {
  /** The header that declares the types. */
  readonly header: string;
  readonly result: string;
  readonly stream: string;
  readonly pointer: string;
  /** The errors that comments name. */
  readonly errors: Readonly<Record<'invalidValue' | 'noBinary', string>>;
}

const NAMES: Readonly<Record<Vendor, GpuNames>> = {
  cuda: {
    header: 'aot_cuda.h',
    result: 'CUresult',
    stream: 'CUstream',
    pointer: 'CUdeviceptr',
    errors: { invalidValue: 'CUDA_ERROR_INVALID_VALUE', noBinary: 'CUDA_ERROR_NO_BINARY_FOR_GPU' },
  },
  hip: {
    header: 'aot_hip.h',
    result: 'hipError_t',
    stream: 'hipStream_t',
    pointer: 'hipDeviceptr_t',
    errors: { invalidValue: 'hipErrorInvalidValue', noBinary: 'hipErrorNoBinaryForGpu' },
  },
};

/** The names for both vendors. The sources of packages use only these. */
export const COMMON_NAMES: GpuNames = {
  header: 'aot_gpu.h',
  result: 'aot_gpu_result',
  stream: 'aot_gpu_stream',
  pointer: 'aot_gpu_pointer',
  errors: {
    invalidValue: 'CUDA_ERROR_INVALID_VALUE (hipErrorInvalidValue)',
    noBinary: 'CUDA_ERROR_NO_BINARY_FOR_GPU (hipErrorNoBinaryForGpu)',
  },
};

/** Returns the names in the header of a kernel for these vendors. */
export function namesFor([vendor, ...others]: readonly Vendor[]): GpuNames {
  return vendor === undefined || others.length > 0 ? COMMON_NAMES : NAMES[vendor];
}

/** The number of an AMD architecture, as the runtime compares it with the device's. */
export function amdNumber(arch: string): string {
  return arch.replace('gfx', '0x');
}

/** Reads C that packages contain as it is. @param folder default: that of the core's runtime */
export function runtimeText(file: string, folder = RUNTIME_FOLDER): string {
  return readFileSync(join(folder, file), 'utf8');
}
