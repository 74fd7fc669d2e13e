  if(<NAME>_GPU STREQUAL "HIP")
    target_compile_definitions(${target} ${scope} AOT_HIP)
  endif()
