import { indent } from '../base/text.ts';
import { begin, kernelFilter, findDriver, giveUp, libraryTarget, STUB_FILE } from './cmake.ts';
import type { PackageFacts } from './manifest.ts';

/** cmake/install.cmake: installs the library, the headers, and package files for what was built. */
export function cmakeInstall({ package: name }: PackageFacts): string {
  const library = libraryTarget(name);
  return `if(${name}_LIBRARY_TYPE STREQUAL "SOURCES")
  message(FATAL_ERROR "${name} is installed as a library: set ${name}_LIBRARY_TYPE to STATIC or SHARED.")
endif()
include(GNUInstallDirs)

# A kernel that is called as the package is has no target of its own.
set(targets \${_${name}_asked})
list(REMOVE_ITEM targets ${name})
list(TRANSFORM targets PREPEND ${library}-)
set_target_properties(${library} PROPERTIES EXCLUDE_FROM_ALL OFF)
install(TARGETS ${library} \${targets} EXPORT ${name}
  ARCHIVE DESTINATION \${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION \${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION \${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT ${name} NAMESPACE ${name}:: FILE ${name}Targets.cmake
  DESTINATION \${CMAKE_INSTALL_LIBDIR}/cmake/${name})
install(DIRECTORY include/ DESTINATION \${CMAKE_INSTALL_INCLUDEDIR})

set(built "\${_${name}_asked}")
set(soname "\${CMAKE_\${${name}_LIBRARY_TYPE}_LIBRARY_PREFIX}${name}\${CMAKE_\${${name}_LIBRARY_TYPE}_LIBRARY_SUFFIX}")
set(type archive)
set(libraries "")
if(${name}_LIBRARY_TYPE STREQUAL "SHARED")
  set(type dylib)
endif()
if(NOT ${name}_DRIVER STREQUAL "RUNTIME")
  set(libraries cuda)
elseif(${name}_LIBRARY_TYPE STREQUAL "STATIC")
  set(libraries \${CMAKE_DL_LIBS})
endif()

list(TRANSFORM libraries PREPEND " -l" OUTPUT_VARIABLE flags)
string(REPLACE ";" "" flags "\${flags}")
file(RELATIVE_PATH up "/prefix/\${CMAKE_INSTALL_LIBDIR}/pkgconfig" /prefix)
string(REGEX REPLACE "/$" "" up "\${up}")
configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)

list(TRANSFORM libraries REPLACE "(.+)" "\\"\\\\1\\"")
list(JOIN libraries ", " libraries)
set(components "")
set(kernels \${_${name}_asked})
list(REMOVE_ITEM kernels ${name})
foreach(kernel IN LISTS kernels)
  string(APPEND components ",\\n    \\"\${kernel}\\": { \\"type\\": \\"interface\\", \\"requires\\": [\\":${name}\\"] }")
endforeach()
set(prefix "@prefix@") # stays as it is: the mark of CPS for wherever the tree lies
configure_file(cmake/${name}.cps.in ${name}.cps @ONLY)
configure_file(cmake/${name}Config.cmake.in ${name}Config.cmake @ONLY)

install(FILES "\${CMAKE_CURRENT_BINARY_DIR}/${name}.pc" DESTINATION \${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES "\${CMAKE_CURRENT_BINARY_DIR}/${name}.cps" DESTINATION \${CMAKE_INSTALL_LIBDIR}/cps)
install(FILES "\${CMAKE_CURRENT_BINARY_DIR}/${name}Config.cmake" lib/cmake/${name}/${name}ConfigVersion.cmake
  ${STUB_FILE} DESTINATION \${CMAKE_INSTALL_LIBDIR}/cmake/${name})
`;
}

/** The CMake package of an installed library, with the same target names. */
export function cmakeInstalledConfig({ package: name }: PackageFacts): string {
  return `# ${name}::${name} is the library, ${name}::<kernel> the same for those who need that kernel.
${begin(name)}
set(_${name}_kernels "@built@")
set(_${name}_asked \${${name}_FIND_COMPONENTS})
${kernelFilter(name)}
${giveUp(name)}
if(NOT "@${name}_DRIVER@" STREQUAL "RUNTIME")
  enable_language(C)
${indent(findDriver(name, '${CMAKE_CURRENT_LIST_DIR}/libcuda.c'), 2)}
endif()
include("\${CMAKE_CURRENT_LIST_DIR}/${name}Targets.cmake")
`;
}
