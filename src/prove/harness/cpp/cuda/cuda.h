/* The CUDA driver's interface for machines without a CUDA toolkit: see aot_driver.h. */
#include "../../../../package/c/runtime/aot_driver.h"
