import type { PackageFacts } from '../manifest.ts';
import { versionNumbers } from './version.ts';

/** CMakeLists.txt: for add_subdirectory and FetchContent, and to build and install a library. */
export function cmakeLists({ package: name, version }: PackageFacts): string {
  return `cmake_minimum_required(VERSION 3.18...4.4)
project(${name} VERSION ${versionNumbers(version)} LANGUAGES C)

include("\${CMAKE_CURRENT_SOURCE_DIR}/lib/cmake/${name}/${name}Config.cmake")
if(${name}_NOT_FOUND_MESSAGE)
  message(FATAL_ERROR "\${${name}_NOT_FOUND_MESSAGE}")
endif()

if(NOT DEFINED ${name}_INSTALL)
  string(COMPARE EQUAL "\${CMAKE_SOURCE_DIR}" "\${CMAKE_CURRENT_SOURCE_DIR}" _${name}_alone)
  set(${name}_INSTALL \${_${name}_alone} CACHE BOOL "Whether this project's install holds ${name}")
endif()
if(${name}_INSTALL)
  include(cmake/install.cmake)
endif()
`;
}
