/**
 * Packages whose name in `requirements:` is not the name of the module they contain.
 * Source: https://pypi.org/project/NAME/ of each package.
 */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ['attr', 'attrs'],
  ['cv2', 'opencv-python'],
  ['dateutil', 'python-dateutil'],
  ['fla', 'flash-linear-attention'],
  ['PIL', 'pillow'],
  ['pkg_resources', 'setuptools'],
  ['pynvml', 'nvidia-ml-py'],
  ['skimage', 'scikit-image'],
  ['sklearn', 'scikit-learn'],
  ['yaml', 'pyyaml'],
]);

/** Returns the name to write in `requirements:` for a module, such as `pyyaml` for `yaml`. */
export function packageOfModule(module: string): string {
  return PACKAGES.get(module) ?? module;
}

/** Returns the name of the module in the package that a requirement such as `pyyaml>=6` names. */
export function moduleOfRequirement(requirement: string): string | undefined {
  const name = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)/.exec(requirement)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const known = [...PACKAGES].find(([, each]) => each === name);
  return known?.[0] ?? name.replaceAll(/[-.]+/g, '_');
}
