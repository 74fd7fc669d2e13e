import { indent } from '../base/text.ts';
import type { Kernel } from '../manifest/terms/kernel.ts';
import type { PackageFacts } from './manifest.ts';

/** The package's stub of the driver library, which build systems can make a library of. */
export const STUB_FILE = 'stub/libcuda.c';

/** The source of the package's operators. */
export const OPERATORS_FILE = 'ops/operators.c';

/**
 * The CMake package of the unpacked tree: the kernels' sources as one library of the consumer's
 * project. Every call adds the requested kernels. The library is only compiled if something links
 * it.
 */
export function cmakeConfig(
  { package: name, version }: PackageFacts,
  kernels: readonly Kernel[],
  inOperators: readonly Kernel[],
): string {
  const library = libraryTarget(name);
  return `# ${name}::${name} are the kernels asked for (COMPONENTS, else ${name}_KERNELS, else all of them),
# ${name}::<kernel> is one of them. Settings: ${name}_LIBRARY_TYPE, ${name}_DRIVER, ${name}_KERNELS, ${name}_CUDA_DRIVER.
${begin(name)}
set(_${name}_kernels
${kernels.map((kernel) => `  ${kernel.name}`).join('\n')})

if(NOT DEFINED ${name}_LIBRARY_TYPE)
  set(${name}_LIBRARY_TYPE STATIC CACHE STRING "STATIC, SHARED, or SOURCES: compiled into each target that links them")
  set_property(CACHE ${name}_LIBRARY_TYPE PROPERTY STRINGS STATIC SHARED SOURCES)
endif()
if(NOT ${name}_LIBRARY_TYPE MATCHES "^(STATIC|SHARED|SOURCES)$")
  string(APPEND _${name}_problem "${name}_LIBRARY_TYPE is \\"\${${name}_LIBRARY_TYPE}\\": set it to STATIC, SHARED or SOURCES. ")
endif()
if(NOT DEFINED ${name}_DRIVER)
  set(${name}_DRIVER LINKED CACHE STRING "LINKED, STUB: linked through a stub of it, or RUNTIME: found at the first call")
  set_property(CACHE ${name}_DRIVER PROPERTY STRINGS LINKED STUB RUNTIME)
endif()
if(NOT ${name}_DRIVER MATCHES "^(LINKED|STUB|RUNTIME)$")
  string(APPEND _${name}_problem "${name}_DRIVER is \\"\${${name}_DRIVER}\\": set it to LINKED, STUB or RUNTIME. ")
endif()

set(_${name}_asked \${${name}_FIND_COMPONENTS})
if(NOT _${name}_asked)
  set(_${name}_asked \${${name}_KERNELS})
endif()
${kernelFilter(name)}
${giveUp(name)}

enable_language(C)
get_filename_component(_${name}_root "\${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT ${name}_DRIVER STREQUAL "RUNTIME")
${indent(findDriver(name, `\${_${name}_root}/${STUB_FILE}`), 2)}
endif()

# What whoever calls the kernels needs, and what compiling them does.
function(_${name}_equip target scope)
  target_include_directories(\${target} \${scope} "$<BUILD_INTERFACE:\${_${name}_root}/include>")
  if(NOT ${name}_DRIVER STREQUAL "RUNTIME")
    target_link_libraries(\${target} \${scope} ${name}::cuda-driver)
  elseif(scope STREQUAL "PUBLIC")
    target_compile_definitions(\${target} PRIVATE AOT_DYNAMIC_DRIVER)
    target_link_libraries(\${target} PRIVATE \${CMAKE_DL_LIBS})
  else()
    target_compile_definitions(\${target} INTERFACE AOT_DYNAMIC_DRIVER)
    target_link_libraries(\${target} INTERFACE \${CMAKE_DL_LIBS})
  endif()
endfunction()

if(NOT TARGET ${library})
  if(${name}_LIBRARY_TYPE STREQUAL "SOURCES")
    add_library(${library} INTERFACE)
  else()
    add_library(${library} \${${name}_LIBRARY_TYPE} EXCLUDE_FROM_ALL)
    # The kernels' link names hold the whole version, so that no other version's library can take this one's place.
    set_target_properties(${library} PROPERTIES OUTPUT_NAME ${name} EXPORT_NAME ${name} SOVERSION "${version}"
      C_STANDARD 11 C_VISIBILITY_PRESET default POSITION_INDEPENDENT_CODE ON)
    _${name}_equip(${library} PUBLIC)
  endif()
  add_library(${name}::${name} ALIAS ${library})
endif()

get_target_property(_${name}_type ${library} TYPE)
foreach(_${name}_kernel IN LISTS _${name}_asked)
  set(_${name}_target "${library}-\${_${name}_kernel}")
  if(TARGET \${_${name}_target})
    continue()
  endif()
  add_library(\${_${name}_target} INTERFACE)
  set_target_properties(\${_${name}_target} PROPERTIES EXPORT_NAME \${_${name}_kernel})
  if(_${name}_type STREQUAL "INTERFACE_LIBRARY")
    target_sources(\${_${name}_target} INTERFACE "\${_${name}_root}/src/\${_${name}_kernel}.c")
    target_compile_features(\${_${name}_target} INTERFACE c_std_11)
    _${name}_equip(\${_${name}_target} INTERFACE)
    target_link_libraries(${library} INTERFACE \${_${name}_target})
  else()
    target_sources(${library} PRIVATE "\${_${name}_root}/src/\${_${name}_kernel}.c")
    target_link_libraries(\${_${name}_target} INTERFACE ${library})
  endif()
  # A kernel may be called as the package is; the name then stands for all that were asked for.
  if(NOT TARGET ${name}::\${_${name}_kernel})
    add_library(${name}::\${_${name}_kernel} ALIAS \${_${name}_target})
  endif()
endforeach()
${inOperators.length === 0 ? '' : cmakeOperators(name, inOperators)}`;
}

/**
 * Defines the target `NAME::operators`: a library for programs that load it at run time, whatever
 * the settings are. Its name in the build has a minus, so that no kernel's target can have it.
 */
function cmakeOperators(name: string, kernels: readonly Kernel[]): string {
  const target = `${libraryTarget(name)}-operators-library`;
  const sources = [OPERATORS_FILE, ...kernels.map((kernel) => `src/${kernel.name}.c`)];
  return `
# The operators: a shared library for programs that have loaded TVM-FFI. Built only if something asks for it.
if(NOT TARGET ${target})
  add_library(${target} SHARED EXCLUDE_FROM_ALL
${sources.map((source) => `    "\${_${name}_root}/${source}"`).join('\n')})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name}_operators
    C_STANDARD 11 C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target} PRIVATE "\${_${name}_root}/include")
  target_compile_definitions(${target} PRIVATE AOT_DYNAMIC_DRIVER)
  target_link_libraries(${target} PRIVATE \${CMAKE_DL_LIBS})
  if(NOT TARGET ${name}::operators)
    add_library(${name}::operators ALIAS ${target})
  endif()
endif()
`;
}

/** CMakeLists.txt, for add_subdirectory and FetchContent, and to build and install a library. */
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

/** Begins a CMake package file and sets policies independently of the project that reads it. */
export function begin(name: string): string {
  return `cmake_policy(VERSION 3.18...4.4)
unset(${name}_NOT_FOUND_MESSAGE)
set(_${name}_problem "")`;
}

/**
 * Reduces `_NAME_asked` to known kernels; if it is empty, sets it to all in `_NAME_kernels`. Only
 * optional components may be unknown.
 */
export function kernelFilter(name: string): string {
  return `set(_${name}_unknown "")
foreach(_${name}_kernel IN LISTS _${name}_asked)
  if(_${name}_kernel IN_LIST _${name}_kernels)
    set(${name}_\${_${name}_kernel}_FOUND TRUE)
  else()
    set(${name}_\${_${name}_kernel}_FOUND FALSE)
    list(REMOVE_ITEM _${name}_asked "\${_${name}_kernel}")
    if(NOT DEFINED ${name}_FIND_REQUIRED_\${_${name}_kernel} OR ${name}_FIND_REQUIRED_\${_${name}_kernel})
      list(APPEND _${name}_unknown "\${_${name}_kernel}")
    endif()
  endif()
endforeach()
if(_${name}_unknown)
  list(JOIN _${name}_unknown ", " _${name}_unknown)
  list(JOIN _${name}_kernels ", " _${name}_known)
  string(APPEND _${name}_problem "The package has no kernel \${_${name}_unknown}. There are: \${_${name}_known}. ")
elseif(NOT _${name}_asked)
  set(_${name}_asked \${_${name}_kernels})
endif()`;
}

/**
 * Defines the target `NAME::cuda-driver`, a name that no kernel can have: the driver library, or a
 * stub of it. Stubs are linked by their folder: linked as a file, or as a target, its folder would
 * be added to the program's run path, where the program would find the stub. The package's own stub
 * is no file that a program could load either, because that would be called libcuda.so.1.
 *
 * @param stub The C source of the stub, as text for CMake.
 */
export function findDriver(name: string, stub: string): string {
  const target = `${libraryTarget(name)}-cuda-stub`;
  return `if(NOT TARGET ${name}::cuda-driver)
  add_library(${name}::cuda-driver INTERFACE IMPORTED GLOBAL)
  if(NOT ${name}_DRIVER STREQUAL "STUB")
    set(_${name}_toolkits "\${CUDAToolkit_ROOT}" "$ENV{CUDAToolkit_ROOT}" "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}" /usr/local/cuda)
    find_library(${name}_CUDA_DRIVER NAMES cuda libcuda.so.1 HINTS \${_${name}_toolkits}
      PATH_SUFFIXES lib64 lib64/stubs lib lib/stubs DOC "The CUDA driver library, or a toolkit's stub of it")
    if(NOT ${name}_CUDA_DRIVER AND NOT ${name}_FIND_QUIETLY)
      message(STATUS "${name}: no CUDA driver library (libcuda.so) was found; linking a stub of it. Programs load the driver when they start.")
    endif()
  endif()
  if(${name}_DRIVER STREQUAL "STUB" OR NOT ${name}_CUDA_DRIVER)
    add_library(${target} SHARED EXCLUDE_FROM_ALL "${stub}")
    set_target_properties(${target} PROPERTIES OUTPUT_NAME cuda NO_SONAME ON
      LIBRARY_OUTPUT_DIRECTORY "\${CMAKE_CURRENT_BINARY_DIR}/${target}")
    target_link_options(${target} PRIVATE "-Wl,-soname,libcuda.so.1")
    add_dependencies(${name}::cuda-driver ${target})
    target_link_options(${name}::cuda-driver INTERFACE "-L$<TARGET_FILE_DIR:${target}>")
    target_link_libraries(${name}::cuda-driver INTERFACE -lcuda)
  elseif(${name}_CUDA_DRIVER MATCHES "^(.*/stubs)/libcuda\\\\.so$")
    target_link_options(${name}::cuda-driver INTERFACE "-L\${CMAKE_MATCH_1}")
    target_link_libraries(${name}::cuda-driver INTERFACE -lcuda)
  else()
    target_link_libraries(${name}::cuda-driver INTERFACE "\${${name}_CUDA_DRIVER}")
  endif()
endif()`;
}

/** If there is a problem, returns from the file and reports the package as not found. */
export function giveUp(name: string): string {
  return `if(_${name}_problem)
  set(${name}_FOUND FALSE)
  set(${name}_NOT_FOUND_MESSAGE "\${_${name}_problem}")
  return()
endif()`;
}

/** The name of the library's target, which a consumer's project does not use for its own. */
export function libraryTarget(name: string): string {
  return `aot-${name}`;
}

/**
 * The version file of the CMake package. Its rules are those of CMake for the installed CPS file,
 * so that the answer does not depend on which of the two is found.
 */
export function cmakeVersion({ version }: PackageFacts): string {
  const numbers = versionNumbers(version);
  const isRelease = version === numbers;
  return `# ${version} serves who asks for ${oldestCompatible(version)} up to ${numbers}.
set(PACKAGE_VERSION "${version}")
set(PACKAGE_VERSION_COMPATIBLE FALSE)
if(PACKAGE_FIND_VERSION VERSION_GREATER_EQUAL "${oldestCompatible(version)}"
    AND PACKAGE_FIND_VERSION VERSION_LESS_EQUAL "${numbers}")
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION_RANGE)
  if(PACKAGE_FIND_VERSION_MAX VERSION_LESS "${numbers}"
      OR (PACKAGE_FIND_VERSION_RANGE_MAX STREQUAL "EXCLUDE" AND PACKAGE_FIND_VERSION_MAX VERSION_EQUAL "${numbers}"))
    set(PACKAGE_VERSION_COMPATIBLE FALSE)
  endif()
${isRelease ? `elseif(PACKAGE_FIND_VERSION VERSION_EQUAL "${numbers}")\n  set(PACKAGE_VERSION_EXACT TRUE)\n` : ''}endif()
`;
}

/** The numbers of a version, which are all that CMake compares: `1.2.0` for `1.2.0-rc.1`. */
export function versionNumbers(version: string): string {
  return version.replace(/[-+].*$/, '');
}

/**
 * The oldest version that this one can replace: versions with the same major number are compatible,
 * before 1.0 those with the same minor number.
 */
export function oldestCompatible(version: string): string {
  const [major = '0', minor = '0'] = versionNumbers(version).split('.');
  return major === '0' ? `0.${minor}.0` : `${major}.0.0`;
}
