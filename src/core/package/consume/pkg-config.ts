import type { Kernel } from '../../kernel.ts';
import type { PackageFacts } from '../manifest.ts';

/**
 * For pkg-config in the tree as it was unpacked. There is no library yet to give flags for: the sources are a variable.
 */
export function pkgConfig(facts: PackageFacts, kernels: readonly Kernel[]): string {
  const sources = kernels.map(({ name }) => `\${prefix}/src/${name}.c`).join(' ');
  return `prefix=\${pcfiledir}/../..
includedir=\${prefix}/include
sources=${sources}

${describe(facts)}
Cflags: -I\${includedir}
`;
}

/** The template of the installed one. */
export function pkgConfigTemplate(facts: PackageFacts): string {
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
