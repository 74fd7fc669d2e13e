/** Begins a CMake package file: how CMake is to behave, whatever the project that reads it has asked for. */
export function begin(name: string): string {
  return `cmake_policy(VERSION 3.18...4.4)
unset(${name}_NOT_FOUND_MESSAGE)
set(_${name}_problem "")`;
}

/**
 * Puts the kernels asked for into \`_NAME_asked\`: those named in \`_NAME_asked\` already, else all in \`_NAME_kernels\`.
 * Optional components may be unknown.
 */
export function chooseKernels(name: string): string {
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
 * The target \`NAME::cuda-driver\`, which no kernel's can be called. A toolkit's stub is linked by its folder: as a file
 * its folder would become part of the program's search path, and the stub be found there when the program runs.
 */
export function findDriver(name: string): string {
  return `if(NOT TARGET ${name}::cuda-driver)
  set(_${name}_toolkits "\${CUDAToolkit_ROOT}" "$ENV{CUDAToolkit_ROOT}" "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}" /usr/local/cuda)
  find_library(${name}_CUDA_DRIVER NAMES cuda libcuda.so.1 HINTS \${_${name}_toolkits}
    PATH_SUFFIXES lib64 lib64/stubs lib lib/stubs DOC "The CUDA driver library, or a toolkit's stub of it")
  if(NOT ${name}_CUDA_DRIVER)
    string(APPEND _${name}_problem "The CUDA driver library (libcuda.so, or a toolkit's stub of it) was not found. "
      "Name it in ${name}_CUDA_DRIVER, or CUDA's folder in CUDAToolkit_ROOT, or do without: see ${name}_DRIVER. ")
  else()
    add_library(${name}::cuda-driver INTERFACE IMPORTED GLOBAL)
    if(${name}_CUDA_DRIVER MATCHES "^(.*/stubs)/libcuda\\\\.so$")
      target_link_libraries(${name}::cuda-driver INTERFACE "-L\${CMAKE_MATCH_1}" cuda)
    else()
      target_link_libraries(${name}::cuda-driver INTERFACE "\${${name}_CUDA_DRIVER}")
    endif()
  endif()
endif()`;
}

/** Leaves the file where something is wrong, in the way of a package that was not found. */
export function giveUp(name: string): string {
  return `if(_${name}_problem)
  set(${name}_FOUND FALSE)
  set(${name}_NOT_FOUND_MESSAGE "\${_${name}_problem}")
  return()
endif()`;
}

/** The name of the library's target in the consumer's project: none that a project gives its own. */
export function libraryTarget(name: string): string {
  return `aot-${name}`;
}
