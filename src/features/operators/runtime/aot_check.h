/* SPDX-License-Identifier: MIT */
/* How operators check their arguments. Private to the sources of operators. The same in every package. */
#ifndef AOT_CHECK_H
#define AOT_CHECK_H

#include "aot_errors.h"

/*
 * Checks shape, strides and address of a tensor, or allocates it. `strides` is NULL where it must be contiguous; `why`
 * has the formulas of shape and strides. Strides count only where there are elements, on axes with more than one.
 */
static inline int aot_check_tensor(const struct aot_call *call, int32_t index, const int64_t *shape,
                                   const int64_t *strides, const char *const *why, int alignment) {
    const struct aot_dl_tensor *tensor = aot_tensor_at(call, index);
    const uint64_t address = aot_number_of_address(tensor);
    const int32_t axes = tensor->ndim;
    uint64_t dense = 1;
    int32_t axis;
    int empty = 0;
    if (index >= call->given) return call->host->allocate(call, index, shape, strides, why);
    for (axis = 0; axis < axes; axis++) {
        if (tensor->shape[axis] != shape[axis]) return aot_wrong_shape(call, index, axis, shape[axis], why[axis]);
        if (shape[axis] == 0) empty = 1;
    }
    if (empty) return 0;
    if (address == 0 || address % (uint64_t)alignment != 0) {
        return aot_wrong_address(call, index, address, alignment);
    }
    for (axis = axes - 1; axis >= 0; axis--) {
        const int64_t expected = strides == NULL ? (int64_t)dense : strides[axis];
        if (shape[axis] > 1 && aot_stride(tensor, axis) != expected) {
            return aot_wrong_stride(call, index, axis, expected, strides == NULL,
                                    strides == NULL ? NULL : why[axes + axis]);
        }
        dense *= (uint64_t)shape[axis];
    }
    return 0;
}

/* Checks that an integer fits a kernel's parameter. */
static inline int aot_check_range(const struct aot_call *call, int64_t value, int64_t from, int64_t to,
                                  const char *name, const char *parameter) {
    if (value >= from && value <= to) return 0;
    return aot_raise(call, "ValueError", "%s is %" PRId64 ", which does not fit the %s", name, value, parameter);
}

/* Adds a temporary to the memory of a call. `why` has the formulas of its shape. */
static inline int aot_reserve(const struct aot_call *call, const char *name, int32_t axes, const int64_t *shape,
                              const char *const *why, size_t element, size_t *bytes, size_t *offset) {
    size_t size = element;
    int32_t axis;
    for (axis = 0; axis < axes; axis++) {
        if (shape[axis] < 0) {
            return aot_raise(call, "ValueError",
                             "the temporary %s has %" PRId64 " elements on axis %" PRId32 " (%s); expected 0 or more",
                             name, shape[axis], axis, why[axis] == NULL ? "fixed" : why[axis]);
        }
        if (__builtin_mul_overflow(size, (size_t)shape[axis], &size)) size = SIZE_MAX;
    }
    *offset = *bytes;
    /* A temporary without elements is not null either. Each begins where an allocation could. */
    if (size == 0) size = 1;
    if (size > PTRDIFF_MAX - 255 || __builtin_add_overflow(*bytes, (size + 255) / 256 * 256, bytes)) {
        return aot_raise(call, "ValueError", "the temporary %s is larger than any memory", name);
    }
    return 0;
}

/*
 * Gives shape and strides of a tensor as a tensor descriptor needs them. `from` is NULL for a contiguous one. Strides
 * that do not count become ones that a descriptor may have.
 */
static inline int aot_describe(const struct aot_call *call, const char *name, int32_t axes, const int64_t *from_shape,
                               const int64_t *from, int element, int64_t *shape, int64_t *strides) {
    const int64_t step = element >= 16 ? 1 : 16 / element;
    int64_t dense = 1;
    int32_t axis;
    for (axis = axes - 1; axis >= 0; axis--) {
        const int is_innermost = axis == axes - 1;
        shape[axis] = from_shape[axis];
        strides[axis] = from == NULL ? dense : from[axis];
        if (shape[axis] < 0 || shape[axis] > INT32_MAX) {
            return aot_raise(call, "ValueError", "%s.shape[%" PRId32 "] is %" PRId64 "; a tensor descriptor has at most %d",
                             name, axis, shape[axis], INT32_MAX);
        }
        if (shape[axis] <= 1) strides[axis] = is_innermost ? 1 : (dense + step - 1) / step * step;
        if (is_innermost && strides[axis] != 1) {
            return aot_raise(call, "ValueError", "%s.stride[%" PRId32 "] is %" PRId64 "; a tensor descriptor needs 1",
                             name, axis, strides[axis]);
        }
        if (!is_innermost && strides[axis] % step != 0) {
            return aot_raise(call, "ValueError",
                             "%s.stride[%" PRId32 "] is %" PRId64 "; a tensor descriptor needs a multiple of %" PRId64
                             " (16 bytes)",
                             name, axis, strides[axis], step);
        }
        if (__builtin_mul_overflow(strides[axis], shape[axis] > 0 ? shape[axis] : 1, &dense)) dense = step;
    }
    return 0;
}

/* Checks what all implementations need: the number and kinds of arguments, axes and devices. */
static inline int aot_check_arguments(struct aot_call *call) {
    const struct aot_operation *operation = call->operation;
    int32_t i;
    if (operation->count == 0) {
        return aot_raise(call, "RuntimeError", "the package has no code of this operator for " AOT_GPU_TEXT);
    }
    if (call->count < operation->required || call->count > operation->most) return aot_wrong_count(call);
    for (i = 0; i < call->given; i++) {
        const struct aot_dl_tensor *tensor = aot_tensor_at(call, i);
        if (tensor == NULL) return aot_wrong_kind(call, i);
        if (!aot_is_on_gpu(&tensor->device)) return aot_wrong_device(call, i);
        if (i == 0) call->device = tensor->device.id;
        if (tensor->device.id != call->device) return aot_wrong_device(call, i);
        if (tensor->ndim != operation->arguments[i].axes) return aot_wrong_axes(call, i);
    }
    for (i = operation->tensors; i < call->count; i++) {
        if (!aot_is_kind(&call->arguments[i], operation->arguments[i].kind)) return aot_wrong_kind(call, i);
    }
    return 0;
}

#endif
