# <NAME>_GPU chooses the sources that are compiled.
if(NOT DEFINED <NAME>_GPU)
  set(<NAME>_GPU <DEFAULT> CACHE STRING "CUDA: for NVIDIA GPUs, or HIP: for AMD GPUs")
  set_property(CACHE <NAME>_GPU PROPERTY STRINGS CUDA HIP)
endif()
set(_<NAME>_suffix ".c")
if(<NAME>_GPU STREQUAL "HIP")
  set(_<NAME>_suffix ".hip.c")
  set(_<NAME>_kernels
    <KERNELS>)
  set(<NAME>_DRIVER RUNTIME) # the HIP runtime is always found at the first call
elseif(<NAME>_GPU STREQUAL "CUDA")
  set(_<NAME>_kernels
    <CUDAKERNELS>)
else()
  string(APPEND _<NAME>_problem "<NAME>_GPU is \"${<NAME>_GPU}\": set it to CUDA or HIP. ")
endif()

