import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUNTIME_FOLDER } from '../../base/assets.ts';
import type { Kernel } from '../../manifest/terms/kernel.ts';
import { isCuda, minorRange } from '../../manifest/terms/nvidia.ts';
import { vendors, vendorTable } from '../../manifest/terms/vendor.ts';
import type { Capability, Target, Vendor } from '../../manifest/terms/vendor-terms.ts';

/** What is different in the C sources for a vendor's GPUs, and in what builds them. */
export interface VendorSources {
  /** Stands between the name of a source and `.c`, so that a package can have the sources of several vendors. */
  readonly suffix: string;
  /** The macro that chooses the vendor in headers for several; without one, they are for NVIDIA. */
  readonly macro: string | undefined;
  readonly names: GpuNames;
  /** The files that only its sources need, by the folder of the package that they are for, and where they lie. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly folder: string;
  /** Returns the numbers of the devices that run the code for a target, as the table of images has them. */
  readonly devices: (target: Target) => ImageDevices;
  /** Names the devices of a row of this table; undefined if the row is another vendor's. */
  readonly describeDevices: (devices: ImageDevices) => string | undefined;
  /** Returns the number of a device, as the runtime compares it. */
  readonly number: (capability: Capability) => string;
  /**
   * The folder of CMake for packages that also have its sources: where one chooses between these and those for
   * NVIDIA (choose.cmake), what whoever includes the headers gets (macro.cmake), and what an installed library says
   * (install.cmake).
   */
  readonly cmake?: string;
}

/** The devices of an image, in C: `major`.`from` to `major`.`to`. */
interface ImageDevices {
  readonly major: string;
  readonly from: string;
  readonly to: string;
}

/** The names in a kernel's header of what the interfaces of drivers name differently. */
export interface GpuNames {
  /** The header that declares the types. */
  readonly header: string;
  readonly result: string;
  readonly stream: string;
  readonly pointer: string;
  /** The errors that comments name. */
  readonly errors: Readonly<Record<'invalidValue' | 'noBinary', string>>;
}

export const vendorSources = vendorTable<VendorSources>({
  suffix: '',
  macro: undefined,
  names: {
    header: 'aot_cuda.h',
    result: 'CUresult',
    stream: 'CUstream',
    pointer: 'CUdeviceptr',
    errors: { invalidValue: 'CUDA_ERROR_INVALID_VALUE', noBinary: 'CUDA_ERROR_NO_BINARY_FOR_GPU' },
  },
  // Every package has its headers, because those for all vendors include them.
  headers: {},
  folder: RUNTIME_FOLDER,
  devices: (target) => {
    if (!isCuda(target)) throw new Error(`${target.name} is not an NVIDIA target`);
    const { major, from, to } = minorRange(target);
    return { major: String(major), from: String(from), to: String(to) };
  },
  describeDevices: ({ major, from, to }) => `${major}.${from} to ${major}.${to}`,
  number: (capability) =>
    'major' in capability ? String(10 * capability.major + capability.minor) : '0',
});

/** Returns the vendors that a kernel has targets of. */
export function vendorsOf({ targets }: Pick<Kernel, 'targets'>): readonly Vendor[] {
  return vendors().filter((vendor) => targets.some(({ backend }) => backend === vendor));
}

/** Returns the part of a kernel that is for a vendor. Its configs keep their numbers. */
export function kernelFor(kernel: Kernel, vendor: Vendor): Kernel {
  return { ...kernel, targets: kernel.targets.filter(({ backend }) => backend === vendor) };
}

/** The path of a kernel's C source for a vendor. */
export function cSourcePath({ name }: Pick<Kernel, 'name'>, vendor: Vendor): string {
  return `src/${name}${vendorSources.of(vendor).suffix}.c`;
}

/** Defines the macro that chooses a vendor, at the beginning of a C source. */
export function defineVendor(vendor: Vendor): string {
  const { macro } = vendorSources.of(vendor);
  return macro === undefined ? '' : `#ifndef ${macro}\n#define ${macro} 1\n#endif\n`;
}

/** Returns the names for all vendors. The sources of packages use only these. */
export function commonNames(): GpuNames {
  const all = vendorSources.rows().map(([, { names }]) => names.errors);
  const both = (error: keyof GpuNames['errors']): string => {
    const [cuda, ...others] = all.map((errors) => errors[error]);
    return others.length === 0 ? `${cuda}` : `${cuda} (${others.join(', ')})`;
  };
  return {
    header: 'aot_gpu.h',
    result: 'aot_gpu_result',
    stream: 'aot_gpu_stream',
    pointer: 'aot_gpu_pointer',
    errors: { invalidValue: both('invalidValue'), noBinary: both('noBinary') },
  };
}

/** Returns the names in the header of a kernel for these vendors. */
export function namesFor([vendor, ...others]: readonly Vendor[]): GpuNames {
  return vendor === undefined || others.length > 0 ? commonNames() : vendorSources.of(vendor).names;
}

/** Reads C that packages contain as it is. @param folder default: that of the core's runtime */
export function runtimeText(file: string, folder = RUNTIME_FOLDER): string {
  return readFileSync(join(folder, file), 'utf8');
}

/** Returns the files that only the sources for a vendor need, for a folder of the package. */
export function vendorFiles(
  vendor: Vendor,
  part: string,
  to = part,
): readonly (readonly [path: string, text: string])[] {
  const { headers, folder } = vendorSources.of(vendor);
  return (headers[part] ?? []).map((file) => [`${to}/${file}`, runtimeText(file, folder)]);
}
