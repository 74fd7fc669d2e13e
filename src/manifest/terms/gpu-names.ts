/**
 * The GPUs of each target, by the names people use. Not every target is supported: an error then says
 * which one the GPU has.
 * Source: NVIDIA's page "CUDA GPU Compute Capability"; LLVM's "User Guide for AMDGPU Backend", "Processors".
 */
export const GPU_NAMES: Readonly<Record<string, readonly string[]>> = {
  sm_70: ['V100', 'Titan V'],
  sm_75: [
    'T4',
    'RTX 2060',
    'RTX 2070',
    'RTX 2080',
    'GTX 1650',
    'GTX 1660',
    'Titan RTX',
    'Quadro RTX 6000',
    'Quadro RTX 8000',
  ],
  sm_80: ['A100', 'A800', 'A30'],
  sm_86: [
    'A2',
    'A10',
    'A10G',
    'A16',
    'A40',
    'RTX 3050',
    'RTX 3060',
    'RTX 3070',
    'RTX 3080',
    'RTX 3090',
    'RTX A2000',
    'RTX A4000',
    'RTX A5000',
    'RTX A6000',
  ],
  sm_87: ['Orin'],
  sm_89: [
    'L4',
    'L20',
    'L40',
    'L40S',
    'RTX 4050',
    'RTX 4060',
    'RTX 4070',
    'RTX 4080',
    'RTX 4090',
    'RTX 4000 Ada',
    'RTX 5000 Ada',
    'RTX 6000 Ada',
  ],
  sm_90: ['H100', 'H200', 'H800', 'H20', 'GH200'],
  sm_100: ['B200', 'GB200'],
  sm_103: ['B300', 'GB300'],
  sm_110: ['Thor'],
  sm_120: [
    'RTX 5050',
    'RTX 5060',
    'RTX 5070',
    'RTX 5080',
    'RTX 5090',
    'RTX PRO 4000',
    'RTX PRO 4500',
    'RTX PRO 5000',
    'RTX PRO 6000',
  ],
  sm_121: ['GB10', 'DGX Spark'],
  gfx90a: ['MI210', 'MI250', 'MI250X'],
  gfx942: ['MI300A', 'MI300X', 'MI325X'],
  gfx950: ['MI350X', 'MI355X'],
  gfx1100: ['RX 7900 XT', 'RX 7900 XTX', 'RX 7900 GRE'],
  gfx1201: ['RX 9070', 'RX 9070 XT'],
};

/** Words that drivers and shops add to a name. They do not change the target. */
const AROUND =
  /\b(?:NVIDIA|GEFORCE|TESLA|JETSON|AGX|AMD|INSTINCT|RADEON|TI|SUPER|LAPTOP|GPU|PCIE|NVL|SXM\d?|HBM\w+|\d+GB|GENERATION|BLACKWELL.*)\b/g;

const TARGETS = new Map(
  Object.entries(GPU_NAMES).flatMap(([target, names]) =>
    names.map((name) => [plain(name), target] as const),
  ),
);

/** Returns the target of a GPU such as `H100`, `rtx-4090` or `NVIDIA A100-SXM4-80GB`, if it is known. */
export function targetOfGpu(name: string): string | undefined {
  return TARGETS.get(plain(name));
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll('_', ' ').replaceAll(AROUND, '').replaceAll(/[\s-]/g, '');
}
