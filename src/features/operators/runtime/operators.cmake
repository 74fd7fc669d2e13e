# The operators: a shared library for programs that have loaded TVM-FFI. Built only if something asks for it.
if(NOT TARGET aot-<NAME>-operators-library)
  add_library(aot-<NAME>-operators-library SHARED EXCLUDE_FROM_ALL
<SOURCES>)
  set_target_properties(aot-<NAME>-operators-library PROPERTIES OUTPUT_NAME <NAME>_operators
    C_STANDARD 11 C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
  target_include_directories(aot-<NAME>-operators-library PRIVATE "${_<NAME>_root}/include")
  target_compile_definitions(aot-<NAME>-operators-library PRIVATE AOT_DYNAMIC_DRIVER)
  target_link_libraries(aot-<NAME>-operators-library PRIVATE ${CMAKE_DL_LIBS})
  if(NOT TARGET <NAME>::operators)
    add_library(<NAME>::operators ALIAS aot-<NAME>-operators-library)
  endif()
endif()
