/* SPDX-License-Identifier: MIT */
/* A tensor in device memory, as kernels that take tensor descriptors are given it. The same in every package. */
#ifndef AOT_TENSOR_H
#define AOT_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "aot_cuda.h"

typedef struct aot_tensor {
    CUdeviceptr data;   /* aligned to 16 bytes */
    int64_t shape[5];   /* elements of each axis, outermost first; only as many count as the kernel's tensor has */
    int64_t strides[5]; /* elements from one to the next on each axis: all but the innermost, which is 1, are multiples
                           of 16 bytes */
    bool nan_padding;   /* elements outside read as NaN instead of 0 */
} aot_tensor;

#endif
