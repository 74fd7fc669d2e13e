/* SPDX-License-Identifier: MIT */
/* How tensors reach kernels that take tensor descriptors. Private to the package's sources. */
#ifndef AOT_PASS_TENSOR_H
#define AOT_PASS_TENSOR_H

#include "aot_launch.h"

enum { AOT_MOST_AXES = 5 };

/* What a kernel is passed of a tensor: the map, or the pointer and flags; shape and strides in either case. */
struct aot_passed_tensor {
    CUtensorMap map;
    CUdeviceptr data;
    int64_t shape[AOT_MOST_AXES], strides[AOT_MOST_AXES];
    int32_t short_shape[AOT_MOST_AXES];
    bool nan_padding, no_rounding;
};

/* Takes over a tensor of `rank` axes. Shapes are 32-bit in the kernel, and its innermost axis is contiguous. */
static inline CUresult aot_pass_tensor(struct aot_passed_tensor *passed, const aot_tensor *tensor, int rank) {
    int axis;
    if (tensor == NULL || tensor->strides[rank - 1] != 1) return CUDA_ERROR_INVALID_VALUE;
    for (axis = 0; axis < rank; axis++) {
        if (tensor->shape[axis] < 0 || tensor->shape[axis] > INT32_MAX) return CUDA_ERROR_INVALID_VALUE;
        passed->shape[axis] = tensor->shape[axis];
        passed->short_shape[axis] = (int32_t)tensor->shape[axis];
        passed->strides[axis] = tensor->strides[axis];
    }
    passed->data = tensor->data;
    passed->nan_padding = tensor->nan_padding;
    passed->no_rounding = false;
    return CUDA_SUCCESS;
}

/* Encodes the tensor's map for boxes of the given shape, innermost axis first as the driver wants it. */
static inline CUresult aot_encode_tensor(struct aot_passed_tensor *passed, int rank, int data_type, int element_size,
                                         int swizzle, const cuuint32_t *box) {
    cuuint64_t shape[AOT_MOST_AXES], strides[AOT_MOST_AXES];
    const cuuint32_t steps[AOT_MOST_AXES] = {1, 1, 1, 1, 1};
    int axis;
    for (axis = 0; axis < rank; axis++) {
        const int outer = rank - 1 - axis;
        shape[axis] = (cuuint64_t)passed->shape[outer];
        /* The driver wants bytes, and none for the innermost axis. */
        if (axis > 0) strides[axis - 1] = (cuuint64_t)passed->strides[outer] * (cuuint64_t)element_size;
    }
    return AOT_DRIVER(cuTensorMapEncodeTiled)(
        &passed->map, (CUtensorMapDataType)data_type, (cuuint32_t)rank, (void *)(uintptr_t)passed->data, shape, strides,
        box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, (CUtensorMapSwizzle)swizzle, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
        passed->nan_padding ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

#endif
