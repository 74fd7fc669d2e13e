if(<NAME>_LIBRARY_TYPE STREQUAL "SOURCES")
  message(FATAL_ERROR "<NAME> is installed as a library: set <NAME>_LIBRARY_TYPE to STATIC or SHARED.")
endif()
include(GNUInstallDirs)

# A kernel that is called as the package is has no target of its own.
set(targets ${_<NAME>_asked})
list(REMOVE_ITEM targets <NAME>)
list(TRANSFORM targets PREPEND aot-<NAME>-)
set_target_properties(aot-<NAME> PROPERTIES EXCLUDE_FROM_ALL OFF)
install(TARGETS aot-<NAME> ${targets} EXPORT <NAME>
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT <NAME> NAMESPACE <NAME>:: FILE <NAME>Targets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/<NAME>)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(built "${_<NAME>_asked}")
set(soname "${CMAKE_${<NAME>_LIBRARY_TYPE}_LIBRARY_PREFIX}<NAME>${CMAKE_${<NAME>_LIBRARY_TYPE}_LIBRARY_SUFFIX}")
set(type archive)
set(libraries "")
if(<NAME>_LIBRARY_TYPE STREQUAL "SHARED")
  set(type dylib)
endif()
if(NOT <NAME>_DRIVER STREQUAL "RUNTIME")
  set(libraries cuda)
elseif(<NAME>_LIBRARY_TYPE STREQUAL "STATIC")
  set(libraries ${CMAKE_DL_LIBS})
endif()

list(TRANSFORM libraries PREPEND " -l" OUTPUT_VARIABLE flags)
string(REPLACE ";" "" flags "${flags}")
file(RELATIVE_PATH up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" /prefix)
string(REGEX REPLACE "/$" "" up "${up}")
<INSTALLED>configure_file(cmake/<NAME>.pc.in <NAME>.pc @ONLY)

list(TRANSFORM libraries REPLACE "(.+)" "\"\\1\"")
list(JOIN libraries ", " libraries)
set(components "")
set(kernels ${_<NAME>_asked})
list(REMOVE_ITEM kernels <NAME>)
foreach(kernel IN LISTS kernels)
  string(APPEND components ",\n    \"${kernel}\": { \"type\": \"interface\", \"requires\": [\":<NAME>\"] }")
endforeach()
set(prefix "@prefix@") # stays as it is: the mark of CPS for wherever the tree lies
configure_file(cmake/<NAME>.cps.in <NAME>.cps @ONLY)
configure_file(cmake/<NAME>Config.cmake.in <NAME>Config.cmake @ONLY)

install(FILES "${CMAKE_CURRENT_BINARY_DIR}/<NAME>.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/<NAME>.cps" DESTINATION ${CMAKE_INSTALL_LIBDIR}/cps)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/<NAME>Config.cmake" lib/cmake/<NAME>/<NAME>ConfigVersion.cmake
  stub/libcuda.c DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/<NAME>)
