import type { WheelMachine } from './platform.ts';
import type { WheelName } from './triton-wheels.ts';

/** NumPy, if a manifest does not require it. Triton 3.6.0's interpreter fails with 2.4.6. */
export const NUMPY: readonly string[] = [
  'numpy==2.2.6; python_version < "3.11"',
  'numpy==2.3.5; python_version >= "3.11"',
];

/** The SHA-256 of the wheels of `NUMPY`. Source: https://pypi.org/simple/numpy/ */
const WHEELS: Readonly<Record<string, Readonly<Record<WheelMachine, string>>>> = {
  cp310: {
    x86_64: 'fc7b73d02efb0e18c000e9ad8b83480dfcd5dfd11065997ed4c6747470ae8915',
    aarch64: 'efd28d4e9cd7d7a8d39074a4d44c63eda73401580c5c76acda2ce969e0a38e83',
  },
  cp311: {
    x86_64: '8cba086a43d54ca804ce711b2a940b16e452807acebe7852ff327f1ecd49b0d4',
    aarch64: '3095bdb8dd297e5920b010e96134ed91d852d81d490e787beca7e35ae1d89cf7',
  },
  cp312: {
    x86_64: '0d8163f43acde9a73c2a33605353a4f1bc4798745a8b1d73183b28e5b435ae28',
    aarch64: '8b973c57ff8e184109db042c842423ff4f60446239bd585a5131cc47f06f789d',
  },
  cp313: {
    x86_64: '11e06aa0af8c0f05104d56450d6093ee639e15f24ecf62d417329d06e522e017',
    aarch64: '9c75442b2209b8470d6d5d8b1c25714270686f14c749028d2199c54e29f20b4d',
  },
  cp314: {
    x86_64: 'fffe29a1ef00883599d1dc2c51aa2e5d80afe49523c261a74933df395c15c520',
    aarch64: '727fd05b57df37dc0bcf1a27767a3d9a78cbbc92822445f32cc3436ba797337b',
  },
};

/** Returns the wheel of `NUMPY` for a Python; undefined if it is not known. */
export function numpyWheel(tag: string, machine: WheelMachine): WheelName | undefined {
  const digest = WHEELS[tag]?.[machine];
  if (digest === undefined) return undefined;
  const [version, platforms] =
    tag === 'cp310'
      ? ['2.2.6', `manylinux_2_17_${machine}.manylinux2014_${machine}`]
      : ['2.3.5', `manylinux_2_27_${machine}.manylinux_2_28_${machine}`];
  return { name: `numpy-${version}-${tag}-${tag}-${platforms}.whl`, sha256: digest };
}
