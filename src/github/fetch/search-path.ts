import { delimiter, join } from 'node:path';
import type { Environment } from '../../core/process.ts';

/** A variable by which build systems find packages. */
export interface SearchPath {
  readonly name: string;
  /** The folder that is added. */
  readonly folder: string;
  /** With what the environment has already. */
  readonly value: string;
}

/** By what CMake and pkg-config find the package in a folder ahead of others. */
export function searchPaths(folder: string, env: Environment): readonly SearchPath[] {
  const paths = {
    CMAKE_PREFIX_PATH: folder,
    PKG_CONFIG_PATH: join(folder, 'lib', 'pkgconfig'),
  };
  return Object.entries(paths).map(([name, added]) => {
    const others = (env[name] ?? '').split(delimiter).filter((one) => one !== '' && one !== added);
    return { name, folder: added, value: [added, ...others].join(delimiter) };
  });
}
