import type { Kernel } from '../manifest/terms/kernel.ts';
import { cmakeInstall, cmakeInstalledConfig } from './cmake-install.ts';
import { cmakeConfig, cmakeLists, cmakeVersion, oldestCompatible, STUB_FILE } from './cmake.ts';
import type { PackageFacts, PackageFiles } from './manifest.ts';

/**
 * Generates the files for build systems. Those below `lib` are for the unpacked package, those
 * below `cmake` for a library that is built and installed from it.
 * @param inOperators the kernels that operators call
 */
export function consumeFiles(
  facts: PackageFacts,
  kernels: readonly Kernel[],
  inOperators: readonly Kernel[],
): PackageFiles {
  const name = facts.package;
  return new Map([
    ['CMakeLists.txt', cmakeLists(facts)],
    [`lib/cmake/${name}/${name}Config.cmake`, cmakeConfig(facts, kernels, inOperators)],
    [`lib/cmake/${name}/${name}ConfigVersion.cmake`, cmakeVersion(facts)],
    [`lib/pkgconfig/${name}.pc`, pkgConfig(facts, kernels)],
    ['cmake/install.cmake', cmakeInstall(facts)],
    [`cmake/${name}Config.cmake.in`, cmakeInstalledConfig(facts)],
    [`cmake/${name}.pc.in`, pkgConfigTemplate(facts)],
    [`cmake/${name}.cps.in`, cpsTemplate(facts)],
  ]);
}

/**
 * For the unpacked package, which has no library to link: the sources are a variable, and so is the
 * source of a stub of the driver.
 */
function pkgConfig(facts: PackageFacts, kernels: readonly Kernel[]): string {
  const sources = kernels.map(({ name }) => `\${prefix}/src/${name}.c`).join(' ');
  return `prefix=\${pcfiledir}/../..
includedir=\${prefix}/include
sources=${sources}
stub=\${prefix}/${STUB_FILE}

${describe(facts)}
Cflags: -I\${includedir}
`;
}

/** The template for an installed library. */
function pkgConfigTemplate(facts: PackageFacts): string {
  return `prefix=\${pcfiledir}/@up@
includedir=\${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
libdir=\${prefix}/@CMAKE_INSTALL_LIBDIR@

${describe(facts)}
Cflags: -I\${includedir}
Libs: -L\${libdir} -l${facts.package}@flags@
`;
}

function describe({ package: name, version }: PackageFacts): string {
  return `Name: ${name}
Description: Triton kernels compiled ahead of time
Version: ${version}`;
}

/**
 * The template of the installed Common Package Specification file, which CMake 4.3 and later prefer
 * to their own package files. The unpacked package has none: the specification has no packages of
 * sources. Source: https://cps-org.github.io/cps/
 */
function cpsTemplate({ package: name, version }: PackageFacts): string {
  return `{
  "cps_version": "0.13.0",
  "name": "${name}",
  "version": "${version}",
  "compat_version": "${oldestCompatible(version)}",
  "cps_path": "@prefix@/@CMAKE_INSTALL_LIBDIR@/cps",
  "default_components": ["${name}"],
  "components": {
    "${name}": {
      "type": "@type@",
      "location": "@prefix@/@CMAKE_INSTALL_LIBDIR@/@soname@",
      "includes": ["@prefix@/@CMAKE_INSTALL_INCLUDEDIR@"],
      "link_libraries": [@libraries@]
    }@components@
  }
}
`;
}
