import type { VendorTerms } from '../../manifest/terms/vendor-terms.ts';
import { architectureOf, NAMES } from './architectures.ts';
import { OPTIONS } from './options.ts';

/** The name of AMD in Triton, and its prefix in a target such as `hip:gfx942`. */
export const HIP = 'hip';

/** The terms of AMD, whose targets have no number but a name, such as `gfx942`. */
export const TERMS: VendorTerms = {
  title: 'AMD',
  driver: 'HIP',
  isTested: false,
  needs: 'PyTorch for ROCm',
  // PyPI has none for AMD GPUs.
  classifier: 'Environment :: GPU',
  code: 'code object',
  prefixes: ['hip'],
  libraryVariables: ['HIP_PATH', 'ROCM_PATH', 'TRITON_LIBHIP_PATH'],
  targets: NAMES,
  // Source: LLVM's "User Guide for AMDGPU Backend", "Processors".
  gpus: {
    gfx90a: ['MI210', 'MI250', 'MI250X'],
    gfx942: ['MI300A', 'MI300X', 'MI325X'],
    gfx950: ['MI350X', 'MI355X'],
    gfx1100: ['RX 7900 XT', 'RX 7900 XTX', 'RX 7900 GRE'],
    gfx1201: ['RX 9070', 'RX 9070 XT'],
  },
  brands: ['AMD', 'INSTINCT', 'RADEON'],
  options: OPTIONS,
  // Source: `HIPOptions` of Triton 3.6.0 to 3.9.0.
  defaults: { num_stages: 2 },
  parse: (text) => {
    const name = /^(?:hip:)?(gfx\w+)$/.exec(text)?.[1];
    return name !== undefined && NAMES.includes(name)
      ? { backend: HIP, arch: name, name }
      : undefined;
  },
  meant: (name) => /gfx[0-9a-f]+/.exec(name.toLowerCase())?.[0],
  since: () => '3.6.0',
  takesTensors: false,
  warpSize: (target) => architectureOf(target).threads,
  limits: (target) => {
    const { ldsKib, threads, vgprs } = architectureOf(target);
    return {
      sharedBytes: ldsKib * 1024,
      tensorColumns: 0,
      threads: 1024,
      registers: 4 * threads * vgprs.simd,
      clusterBlocks: 1,
    };
  },
  readCapability: (text) => (/^gfx[0-9a-f]{3,5}$/.test(text) ? { arch: text } : undefined),
  describeCapability: (text) => text,
  targetOf: (capability) => capability,
  age: (capability) =>
    'arch' in capability ? Number.parseInt(capability.arch.slice('gfx'.length), 16) : 0,
  runsOn: (target, capability) => 'arch' in capability && capability.arch === target.arch,
};
