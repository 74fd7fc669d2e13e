import type { Kernel } from '../../kernel.ts';
import type { PackageFacts } from '../manifest.ts';
import { begin, chooseKernels, findDriver, giveUp, libraryTarget } from './cmake-parts.ts';

/**
 * The CMake package of the tree as it was unpacked: the kernels' sources as one library of the consumer's project, to
 * which every call adds the kernels it asks for. It is compiled only where something links it.
 */
export function cmakeConfig(
  { package: name, version }: PackageFacts,
  kernels: readonly Kernel[],
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
  set(${name}_DRIVER LINKED CACHE STRING "LINKED, or RUNTIME: the driver library is found at the first call")
  set_property(CACHE ${name}_DRIVER PROPERTY STRINGS LINKED RUNTIME)
endif()
if(NOT ${name}_DRIVER MATCHES "^(LINKED|RUNTIME)$")
  string(APPEND _${name}_problem "${name}_DRIVER is \\"\${${name}_DRIVER}\\": set it to LINKED or RUNTIME. ")
endif()

set(_${name}_asked \${${name}_FIND_COMPONENTS})
if(NOT _${name}_asked)
  set(_${name}_asked \${${name}_KERNELS})
endif()
${chooseKernels(name)}
if(${name}_DRIVER STREQUAL "LINKED")
${indent(findDriver(name))}
endif()
${giveUp(name)}

enable_language(C)
get_filename_component(_${name}_root "\${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

# What whoever calls the kernels needs, and what compiling them does.
function(_${name}_equip target scope)
  target_include_directories(\${target} \${scope} "$<BUILD_INTERFACE:\${_${name}_root}/include>")
  if(${name}_DRIVER STREQUAL "LINKED")
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
`;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
