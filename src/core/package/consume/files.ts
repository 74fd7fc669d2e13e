import type { Kernel } from '../../kernel.ts';
import type { PackageFiles } from '../files.ts';
import type { PackageFacts } from '../manifest.ts';
import { cmakeConfig } from './cmake-config.ts';
import { cmakeInstall, cmakeInstalledConfig } from './cmake-install.ts';
import { cmakeLists } from './cmake-lists.ts';
import { cmakeVersion } from './cmake-version.ts';
import { cpsTemplate } from './cps.ts';
import { pkgConfig, pkgConfigTemplate } from './pkg-config.ts';

/**
 * What build systems read: every way in that a package offers besides its sources and headers. Files below `lib` are
 * for the tree as it was unpacked, those below `cmake` for a library that is built and installed from it.
 */
export function consumeFiles(facts: PackageFacts, kernels: readonly Kernel[]): PackageFiles {
  const name = facts.package;
  return new Map([
    ['CMakeLists.txt', cmakeLists(facts)],
    [`lib/cmake/${name}/${name}Config.cmake`, cmakeConfig(facts, kernels)],
    [`lib/cmake/${name}/${name}ConfigVersion.cmake`, cmakeVersion(facts)],
    [`lib/pkgconfig/${name}.pc`, pkgConfig(facts, kernels)],
    ['cmake/install.cmake', cmakeInstall(facts)],
    [`cmake/${name}Config.cmake.in`, cmakeInstalledConfig(facts)],
    [`cmake/${name}.pc.in`, pkgConfigTemplate(facts)],
    [`cmake/${name}.cps.in`, cpsTemplate(facts)],
  ]);
}
