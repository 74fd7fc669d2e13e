import type { PackageFacts } from '../manifest.ts';
import { oldestCompatible } from './version.ts';

/**
 * The template of the installed Common Package Specification file, which CMake 4.3 and later prefer to their own
 * package files. There is none in the tree as it was unpacked: the specification knows no packages of sources.
 * Source: https://cps-org.github.io/cps/
 */
export function cpsTemplate({ package: name, version }: PackageFacts): string {
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
