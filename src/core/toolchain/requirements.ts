/** Names under which packages are imported, where the name in the package index differs. */
const IMPORT_NAMES: Readonly<Record<string, string>> = {
  'opencv-python': 'cv2',
  pillow: 'PIL',
  pyyaml: 'yaml',
  'scikit-learn': 'sklearn',
};

/** Returns the names that a requirement such as `numpy>=2` can be imported by. */
export function importNames(requirement: string): readonly string[] {
  const name = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)/.exec(requirement)?.[1]?.toLowerCase();
  if (name === undefined) return [];
  return [IMPORT_NAMES[name] ?? name.replaceAll(/[-.]+/g, '_')];
}
