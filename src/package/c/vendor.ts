import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUNTIME_FOLDER } from '../../base/assets.ts';
import type { Kernel } from '../../manifest/terms/kernel.ts';
import { type Vendor, VENDORS } from '../../manifest/terms/target.ts';
import { definitionsOf, definitionWith } from './definitions.ts';

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

/** The path of the C source of a package's operators for a vendor. */
export function operatorsPath(vendor: Vendor): string {
  return vendor === 'hip' ? 'ops/operators.hip.c' : 'ops/operators.c';
}

/** Defines the macro that chooses HIP, at the beginning of a C source. */
export const DEFINE_HIP = `#ifndef ${HIP_MACRO}\n#define ${HIP_MACRO} 1\n#endif\n`;

/** Maps names of CUDA's driver to names of HIP. `hipError` translates those of errors. */
const HIP_NAMES: Readonly<Record<string, string>> = {
  CUresult: 'hipError_t',
  CUstream: 'hipStream_t',
  CUdevice: 'int',
  CUdeviceptr: 'hipDeviceptr_t',
  CUkernel: 'hipFunction_t',
  cuDeviceGetName: 'hipDeviceGetName',
  'aot_cuda.h': 'aot_hip.h',
  'aot_launch.h': 'aot_hip_launch.h',
};

/** Maps names of CUDA's driver to names of aot_gpu.h, which are for both vendors. */
const COMMON_NAMES: Readonly<Record<string, string>> = {
  CUresult: 'aot_gpu_result',
  CUstream: 'aot_gpu_stream',
  CUdeviceptr: 'aot_gpu_pointer',
  'aot_cuda.h': 'aot_gpu.h',
};

/** The number of an architecture of AMD, as the runtime compares it with the device's. */
export function amdNumber(arch: string): string {
  return arch.replace('gfx', '0x');
}

/**
 * Translates C code, written for CUDA, to HIP.
 * @param pointers the arguments in C that are pointers: HIP's type for them has no remainder
 */
export function inHip(text: string, pointers: readonly string[] = []): string {
  return text
    .replaceAll(NAMES, (name) => HIP_NAMES[name] ?? hipError(name))
    .replaceAll(/\ba->(\w+) %/g, (all, name: string) =>
      pointers.includes(name) ? `(uintptr_t)${all}` : all,
    );
}

/** Translates a header, written for CUDA, to the vendors that it is for. */
export function headerFor(vendors: readonly Vendor[], text: string): string {
  if (!vendors.includes('hip')) return text;
  if (!vendors.includes('cuda')) return inHip(text);
  return text.replaceAll(NAMES, (name) =>
    name.startsWith('CUDA_') ? `${name} (${hipError(name)})` : (COMMON_NAMES[name] ?? name),
  );
}

const NAMES =
  /\b(?:cuDeviceGetName|CU(?:result|stream|device|deviceptr|kernel)|CUDA_[A-Z_]+|aot_(?:cuda|launch)\.h)\b/g;

function hipError(name: string): string {
  if (name === 'CUDA_SUCCESS') return 'hipSuccess';
  const words = name.replace(/^CUDA_ERROR_/, '').split('_');
  return `hipError${words.map((word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`).join('')}`;
}

/** Reads C that packages contain as it is. */
export function runtimeText(file: string): string {
  return readFileSync(join(RUNTIME_FOLDER, file), 'utf8');
}

/**
 * Returns the runtime for HIP. In its file, a line `@text@` is a placeholder. It is replaced by the one
 * definition in the runtime for CUDA that contains this text. A comment before it replaces the definition's.
 * @throws an error if a placeholder does not name exactly one definition.
 */
export function hipRuntime(
  cuda = runtimeText('aot_launch.h'),
  hip = runtimeText('aot_hip_launch.h'),
): string {
  const definitions = definitionsOf(cuda);
  const whole = hip.replaceAll(
    /(\*\/\n)?^@(.*)@\n/gm,
    (_mark, end: string | undefined, text: string) => {
      const { comment, text: code } = definitionWith(text, definitions);
      return `${end ?? inHip(comment)}${inHip(code)}\n`;
    },
  );
  if (whole.includes('@')) throw new Error('aot_hip_launch.h has a placeholder that is not a line');
  return whole;
}
