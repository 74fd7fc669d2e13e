import type { Kernel } from '../kernel.ts';
import type { PackageFacts } from './manifest.ts';

/** CMakeLists.txt: for add_subdirectory and FetchContent, and to build and install a library. */
export function cmakeLists({ package: name, version }: PackageFacts): string {
  return `cmake_minimum_required(VERSION 3.18)
project(${name} VERSION ${numeric(version)} LANGUAGES C)

include("\${CMAKE_CURRENT_SOURCE_DIR}/lib/cmake/${name}/${name}Config.cmake")

include(GNUInstallDirs)
install(TARGETS ${name} ARCHIVE DESTINATION lib LIBRARY DESTINATION lib)
install(DIRECTORY include/ DESTINATION include)
install(FILES lib/pkgconfig/${name}.pc DESTINATION lib/pkgconfig)
`;
}

/**
 * The CMake package: a library target made of the package's sources, so that one tree serves every compiler.
 * The driver's header and library are looked for where toolkits put them; both can be named.
 */
export function cmakeConfig({ package: name }: PackageFacts, kernels: readonly Kernel[]): string {
  return `# ${name}::${name} holds every kernel. Set ${name}_CUDA_INCLUDE_DIR and ${name}_CUDA_DRIVER
# (a library or target) where the CUDA toolkit is in no usual place.
if(TARGET ${name}::${name})
  return()
endif()
include(CMakeFindDependencyMacro)

get_filename_component(_${name}_root "\${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(_${name}_toolkits "\${CUDAToolkit_ROOT}" "$ENV{CUDAToolkit_ROOT}" "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}" /usr/local/cuda)
find_path(${name}_CUDA_INCLUDE_DIR cuda.h HINTS \${_${name}_toolkits} PATH_SUFFIXES include)
find_library(${name}_CUDA_DRIVER cuda HINTS \${_${name}_toolkits} PATH_SUFFIXES lib64 lib64/stubs lib lib/stubs)
foreach(_${name}_needed IN ITEMS ${name}_CUDA_INCLUDE_DIR ${name}_CUDA_DRIVER)
  if(NOT \${_${name}_needed})
    message(FATAL_ERROR "${name} needs the CUDA driver's header and library (cuda.h, libcuda.so or its stub): "
      "install the CUDA toolkit, or set \${_${name}_needed}.")
  endif()
endforeach()

enable_language(C)
add_library(${name}
${kernels.map((kernel) => `  "\${_${name}_root}/src/${kernel.name}.c"`).join('\n')})
add_library(${name}::${name} ALIAS ${name})
target_include_directories(${name} PUBLIC
  "$<BUILD_INTERFACE:\${_${name}_root}/include>" "$<INSTALL_INTERFACE:include>"
  "$<BUILD_INTERFACE:\${${name}_CUDA_INCLUDE_DIR}>")
target_link_libraries(${name} PUBLIC "\${${name}_CUDA_DRIVER}")
set_target_properties(${name} PROPERTIES C_STANDARD 11 POSITION_INDEPENDENT_CODE ON)
`;
}

/** The version file of the CMake package: the same major version and not older is compatible. */
export function cmakeConfigVersion({ version }: PackageFacts): string {
  const major = version.split('.')[0] ?? '0';
  return `set(PACKAGE_VERSION "${numeric(version)}")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION OR NOT "\${PACKAGE_FIND_VERSION_MAJOR}" STREQUAL "${major}")
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
`;
}

/** For pkg-config, after the library has been built and installed into the package's prefix. */
export function pkgConfig({ package: name, version }: PackageFacts): string {
  return `prefix=\${pcfiledir}/../..
includedir=\${prefix}/include
libdir=\${prefix}/lib

Name: ${name}
Description: Triton kernels compiled ahead of time
Version: ${version}
Cflags: -I\${includedir}
Libs: -L\${libdir} -l${name} -lcuda
`;
}

/** The Common Package Specification file (CMake 4.3 and later read it). */
export function cps({ package: name, version }: PackageFacts): string {
  const specification = {
    cps_version: '0.13',
    name,
    version,
    cps_path: '@prefix@/lib/cps',
    default_components: [name],
    components: {
      [name]: {
        type: 'archive',
        location: `@prefix@/lib/lib${name}.a`,
        includes: ['@prefix@/include'],
        link_libraries: ['cuda'],
      },
    },
  };
  return `${JSON.stringify(specification, undefined, 2)}\n`;
}

/** CMake's versions are numbers only. */
function numeric(version: string): string {
  return version.replace(/-.*$/, '');
}
