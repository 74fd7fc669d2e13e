/* SPDX-License-Identifier: MIT */
/*
 * How operators check their arguments and launch kernels. Private to the sources of operators, which include the
 * kernels' headers first. The same in every package. aot_torch.h calls the same functions for PyTorch's dispatcher.
 *
 * Operators have the calling convention of TVM-FFI's stable C ABI and take DLPack tensors. The types below are the
 * part of both that they need, so that nothing must be installed to compile them. Sources of the layouts and numbers:
 * tvm/ffi/c_api.h, tvm/ffi/extra/c_env_api.h (0.1) and dlpack/dlpack.h (1.x).
 */
#ifndef AOT_OPS_H
#define AOT_OPS_H

#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define AOT_COLD __attribute__((cold, noinline, unused)) static
#define AOT_FORMAT(index) __attribute__((format(printf, index, (index) + 1)))

#ifdef __cplusplus
#define AOT_OPERATOR extern "C" __attribute__((visibility("default")))
extern "C" {
#else
#define AOT_OPERATOR __attribute__((visibility("default")))
#endif

/* What the process must offer: libtvm_ffi.so, or the program itself. */
void *TVMFFIEnvGetStream(int32_t device_type, int32_t device_id);
void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *message);

#ifdef __cplusplus
}
#endif

/* DLPack. */
enum {
    AOT_DEVICE_CPU = 1,
    AOT_DEVICE_CUDA = 2,
    AOT_DEVICE_CUDA_HOST = 3,
    AOT_DEVICE_ROCM = 10,
    AOT_DEVICE_CUDA_MANAGED = 13
};

enum {
    AOT_CODE_INT = 0,
    AOT_CODE_UINT = 1,
    AOT_CODE_FLOAT = 2,
    AOT_CODE_BFLOAT = 4,
    AOT_CODE_COMPLEX = 5,
    AOT_CODE_BOOL = 6,
    AOT_CODE_FLOAT8_E4M3FN = 10,
    AOT_CODE_FLOAT8_E4M3FNUZ = 11,
    AOT_CODE_FLOAT8_E5M2 = 12,
    AOT_CODE_FLOAT8_E5M2FNUZ = 13
};

struct aot_dl_device {
    int32_t type, id;
};

struct aot_dl_type {
    uint8_t code, bits;
    uint16_t lanes;
};

struct aot_dl_tensor {
    void *data;
    struct aot_dl_device device;
    int32_t ndim;
    struct aot_dl_type type;
    int64_t *shape;
    int64_t *strides; /* in elements; NULL: contiguous */
    uint64_t byte_offset;
};

/* TVM-FFI. */
enum {
    AOT_FFI_NONE = 0,
    AOT_FFI_INT = 1,
    AOT_FFI_BOOL = 2,
    AOT_FFI_FLOAT = 3,
    AOT_FFI_POINTER = 4,
    AOT_FFI_TYPE = 5,
    AOT_FFI_DEVICE = 6,
    AOT_FFI_TENSOR_POINTER = 7,
    AOT_FFI_RAW_STRING = 8,
    AOT_FFI_SMALL_STRING = 11,
    AOT_FFI_STRING = 65,
    AOT_FFI_FUNCTION = 68,
    AOT_FFI_SHAPE = 69,
    AOT_FFI_TENSOR = 70,
    AOT_FFI_ARRAY = 71,
    AOT_FFI_OBJECT_HEADER = 24 /* bytes before the DLPack tensor in a tensor object */
};

struct aot_any {
    int32_t type_index;
    uint32_t padding;
    union {
        int64_t integer; /* also of a bool */
        double number;
        void *pointer;
    } value;
};

/* An operator, as the generated tables describe it. */
enum aot_kind { AOT_TENSOR, AOT_INT, AOT_BOOL, AOT_FLOAT };

struct aot_argument {
    const char *name;
    enum aot_kind kind;
    int32_t axes;    /* of a tensor */
    int64_t integer; /* the default of an int or bool that is optional; of a tensor: 1 if it is changed in place */
    double number;   /* of a float */
};

struct aot_element {
    uint8_t code, bits;
};

struct aot_call;

struct aot_implementation {
    const struct aot_element *elements; /* of each tensor */
    int (*call)(const struct aot_call *call); /* 0: launched; -1: raised; 1: one of its conditions does not hold */
};

struct aot_operation {
    const char *name;
    const struct aot_argument *arguments; /* tensors, outputs, scalars */
    int32_t inputs, tensors;              /* the number of tensors without and with outputs */
    int32_t required, most;               /* of all arguments */
    int32_t count;
    const struct aot_implementation *implementations;
};

struct aot_text {
    size_t length;
    char text[1024];
};

/* The caller of operators. */
struct aot_host {
    void *(*stream)(int32_t device);
    void (*raise)(const struct aot_call *call, const char *kind, const char *message);
    /* Allocates an output that the caller did not give. `strides` is NULL for a contiguous one. */
    int (*allocate)(const struct aot_call *call, int32_t index, const int64_t *shape, const int64_t *strides,
                    const char *const *why);
};

struct aot_call {
    const struct aot_operation *operation;
    const struct aot_any *arguments;
    int32_t count;
    int32_t given; /* the number of tensors that the caller gave: outputs after them are allocated */
    const struct aot_host *host;
    void *caller; /* what the host keeps for a call */
    int32_t device;
    const struct aot_implementation *implementation; /* the one that is called */
    struct aot_text *unmet; /* where to say which conditions do not hold; NULL: nowhere */
};

/* A kernel, for messages. */
struct aot_kernel {
    const char *name, *targets;
    const char *(*ptx_log)(void); /* what the driver said of its PTX; NULL without PTX */
};

/* Errors. All functions that raise return -1. Only they format text. */
AOT_COLD AOT_FORMAT(2) void aot_append(struct aot_text *to, const char *format, ...) {
    va_list values;
    int length;
    if (to->length >= sizeof to->text - 1) return;
    va_start(values, format);
    length = vsnprintf(to->text + to->length, sizeof to->text - to->length, format, values);
    va_end(values);
    if (length > 0) to->length += (size_t)length;
}

AOT_COLD AOT_FORMAT(3) int aot_raise(const struct aot_call *call, const char *kind, const char *format, ...) {
    char text[1024], whole[1280];
    va_list values;
    va_start(values, format);
    if (vsnprintf(text, sizeof text, format, values) < 0) text[0] = '\0';
    va_end(values);
    snprintf(whole, sizeof whole, "%s: %s", call->operation->name, text);
    call->host->raise(call, kind, whole);
    return -1;
}

/* Notes a condition that does not hold: another implementation may take the call. */
AOT_COLD AOT_FORMAT(2) int aot_unmet(const struct aot_call *call, const char *format, ...) {
    char text[1024];
    va_list values;
    if (call->unmet == NULL) return 1;
    va_start(values, format);
    if (vsnprintf(text, sizeof text, format, values) < 0) text[0] = '\0';
    va_end(values);
    aot_append(call->unmet, "%s%s", call->unmet->length == 0 ? "" : "; ", text);
    return 1;
}

AOT_COLD const char *aot_name(const struct aot_call *call, int32_t index) {
    return call->operation->arguments[index].name;
}

AOT_COLD int aot_wrong_count(const struct aot_call *call) {
    const struct aot_operation *operation = call->operation;
    struct aot_text names = {0, ""};
    int32_t i;
    for (i = 0; i < operation->most; i++) aot_append(&names, "%s%s", i == 0 ? "" : ", ", aot_name(call, i));
    if (operation->required < operation->most) {
        return aot_raise(call, "TypeError", "got %" PRId32 " argument%s; expected %" PRId32 " to %" PRId32 " (%s)",
                         call->count, call->count == 1 ? "" : "s", operation->required, operation->most, names.text);
    }
    return aot_raise(call, "TypeError", "got %" PRId32 " argument%s; expected %" PRId32 " (%s)", call->count,
                     call->count == 1 ? "" : "s", operation->most, names.text);
}

AOT_COLD const char *aot_kind_of(const struct aot_any *argument) {
    switch (argument->type_index) {
    case AOT_FFI_NONE:
        return "None";
    case AOT_FFI_INT:
        return "an int";
    case AOT_FFI_BOOL:
        return "a bool";
    case AOT_FFI_FLOAT:
        return "a float";
    case AOT_FFI_POINTER:
        return "a pointer";
    case AOT_FFI_TYPE:
        return "a dtype";
    case AOT_FFI_DEVICE:
        return "a device";
    case AOT_FFI_RAW_STRING:
    case AOT_FFI_SMALL_STRING:
    case AOT_FFI_STRING:
        return "a string";
    case AOT_FFI_FUNCTION:
        return "a function";
    case AOT_FFI_SHAPE:
        return "a shape";
    case AOT_FFI_ARRAY:
        return "an array";
    case AOT_FFI_TENSOR_POINTER:
    case AOT_FFI_TENSOR:
        return argument->value.pointer == NULL ? "a null pointer" : "a tensor";
    default:
        return "an object of another type";
    }
}

AOT_COLD int aot_wrong_kind(const struct aot_call *call, int32_t index) {
    static const char *const expected[] = {"a tensor", "an int", "a bool", "a float"};
    return aot_raise(call, "TypeError", "%s is %s; expected %s", aot_name(call, index),
                     aot_kind_of(&call->arguments[index]), expected[call->operation->arguments[index].kind]);
}

/* PyTorch for ROCm calls its devices "cuda", and gives them to others as ROCm's. */
#ifdef AOT_HIP
#define AOT_ROCM_NAME "cuda"
#else
#define AOT_ROCM_NAME "rocm"
#endif

/* A device as PyTorch writes it, in `text`. */
AOT_COLD const char *aot_device_text(const struct aot_dl_device *device, struct aot_text *text) {
    text->length = 0;
    switch (device->type) {
    case AOT_DEVICE_CPU:
    case AOT_DEVICE_CUDA_HOST:
        aot_append(text, "cpu");
        break;
    case AOT_DEVICE_CUDA:
    case AOT_DEVICE_CUDA_MANAGED:
        aot_append(text, "cuda:%" PRId32, device->id);
        break;
    case AOT_DEVICE_ROCM:
        aot_append(text, "%s:%" PRId32, AOT_ROCM_NAME, device->id);
        break;
    default:
        aot_append(text, "a device of another type (DLPack's %" PRId32 ")", device->type);
    }
    return text->text;
}

/* An element type as NumPy and PyTorch write it. */
AOT_COLD void aot_append_type(struct aot_text *to, struct aot_dl_type type) {
    static const struct {
        uint8_t code, bits; /* bits: of the only such type; 0: they are part of the name */
        const char *name;
    } known[] = {
        {AOT_CODE_INT, 0, "int"},
        {AOT_CODE_UINT, 0, "uint"},
        {AOT_CODE_FLOAT, 0, "float"},
        {AOT_CODE_BFLOAT, 0, "bfloat"},
        {AOT_CODE_COMPLEX, 0, "complex"},
        {AOT_CODE_BOOL, 8, "bool"},
        {AOT_CODE_FLOAT8_E4M3FN, 8, "float8_e4m3fn"},
        {AOT_CODE_FLOAT8_E4M3FNUZ, 8, "float8_e4m3fnuz"},
        {AOT_CODE_FLOAT8_E5M2, 8, "float8_e5m2"},
        {AOT_CODE_FLOAT8_E5M2FNUZ, 8, "float8_e5m2fnuz"},
    };
    const char *name = NULL;
    int bits = 0;
    size_t i;
    if (type.lanes == 0) {
        aot_append(to, "(none of DLPack's)");
        return;
    }
    for (i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].code != type.code || (known[i].bits != 0 && known[i].bits != type.bits)) continue;
        name = known[i].name;
        bits = known[i].bits == 0 ? type.bits : 0;
    }
    if (name == NULL) aot_append(to, "(DLPack code %d, %d bits)", type.code, type.bits);
    else aot_append(to, "%s", name);
    if (bits != 0) aot_append(to, "%d", bits);
    if (type.lanes != 1) aot_append(to, "x%d", type.lanes);
}

/* The tensor of an argument; NULL if it is none. */
static inline const struct aot_dl_tensor *aot_tensor_of(const struct aot_any *argument) {
    if (argument->type_index == AOT_FFI_TENSOR_POINTER) return (const struct aot_dl_tensor *)argument->value.pointer;
    if (argument->type_index != AOT_FFI_TENSOR || argument->value.pointer == NULL) return NULL;
    return (const struct aot_dl_tensor *)(const void *)((const char *)argument->value.pointer +
                                                       AOT_FFI_OBJECT_HEADER);
}

static inline const struct aot_dl_tensor *aot_tensor_at(const struct aot_call *call, int32_t index) {
    return aot_tensor_of(&call->arguments[index]);
}

static inline int aot_has_element(const struct aot_dl_tensor *tensor, struct aot_element element) {
    return tensor->type.code == element.code && tensor->type.bits == element.bits && tensor->type.lanes == 1;
}

/* Scalars. As everywhere in TVM-FFI, a bool is also an int, and both are also a float. */
static inline int aot_is_kind(const struct aot_any *argument, enum aot_kind kind) {
    return argument->type_index == AOT_FFI_INT || argument->type_index == AOT_FFI_BOOL ||
           (kind == AOT_FLOAT && argument->type_index == AOT_FFI_FLOAT);
}

static inline int64_t aot_int_at(const struct aot_call *call, int32_t index) {
    return index < call->count ? call->arguments[index].value.integer : call->operation->arguments[index].integer;
}

static inline int64_t aot_bool_at(const struct aot_call *call, int32_t index) {
    return aot_int_at(call, index) != 0;
}

static inline double aot_float_at(const struct aot_call *call, int32_t index) {
    if (index >= call->count) return call->operation->arguments[index].number;
    if (call->arguments[index].type_index == AOT_FFI_FLOAT) return call->arguments[index].value.number;
    return (double)call->arguments[index].value.integer;
}

/* Tensors. */
static inline uint64_t aot_number_of_address(const struct aot_dl_tensor *tensor) {
    return (uint64_t)(uintptr_t)tensor->data + tensor->byte_offset;
}

/* The stride of an axis where a tensor is contiguous. */
static inline int64_t aot_dense_stride(const struct aot_dl_tensor *tensor, int32_t axis) {
    uint64_t stride = 1;
    int32_t inner;
    for (inner = axis + 1; inner < tensor->ndim; inner++) stride *= (uint64_t)tensor->shape[inner];
    return (int64_t)stride;
}

static inline int64_t aot_stride(const struct aot_dl_tensor *tensor, int32_t axis) {
    return tensor->strides != NULL ? tensor->strides[axis] : aot_dense_stride(tensor, axis);
}

AOT_COLD int aot_wrong_shape(const struct aot_call *call, int32_t index, int32_t axis, int64_t expected,
                             const char *why) {
    return aot_raise(call, "ValueError", "%s.shape[%" PRId32 "] is %" PRId64 "; expected %" PRId64 "%s%s%s",
                     aot_name(call, index), axis, aot_tensor_at(call, index)->shape[axis], expected,
                     why == NULL ? "" : " (", why == NULL ? "" : why, why == NULL ? "" : ")");
}

/* `why`: the formula of the stride; NULL if it says no more than the number. */
AOT_COLD int aot_wrong_stride(const struct aot_call *call, int32_t index, int32_t axis, int64_t expected,
                              int must_be_dense, const char *why) {
    const char *name = aot_name(call, index);
    const int64_t found = aot_stride(aot_tensor_at(call, index), axis);
    if (must_be_dense) {
        return aot_raise(call, "ValueError",
                         "%s is not contiguous: stride[%" PRId32 "] is %" PRId64 "; expected %" PRId64, name, axis,
                         found, expected);
    }
    return aot_raise(call, "ValueError", "%s.stride[%" PRId32 "] is %" PRId64 "; expected %" PRId64 "%s%s%s", name,
                     axis, found, expected, why == NULL ? "" : " (", why == NULL ? "" : why, why == NULL ? "" : ")");
}

AOT_COLD int aot_wrong_address(const struct aot_call *call, int32_t index, uint64_t address, int alignment) {
    if (address == 0) return aot_raise(call, "ValueError", "%s has elements, but its data is null", aot_name(call, index));
    return aot_raise(call, "ValueError", "%s is at the address 0x%" PRIx64 "; expected a multiple of %d bytes",
                     aot_name(call, index), address, alignment);
}

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

/* How kernels are launched: the device, the memory and the errors of one vendor. */
#ifdef AOT_HIP
#include "aot_hip_ops.h"
#else
#include "aot_cuda_ops.h"
#endif

/* Calls. */
AOT_COLD int aot_wrong_device(const struct aot_call *call, int32_t index) {
    struct aot_text first, other;
    const struct aot_dl_device *device = &aot_tensor_at(call, index)->device;
    const char *text = aot_device_text(device, &other);
    if (!aot_is_on_gpu(device)) {
        return aot_raise(call, "ValueError", "%s is on %s; expected " AOT_GPU_TEXT, aot_name(call, index), text);
    }
    return aot_raise(call, "ValueError", "%s is on %s, but %s is on %s", aot_name(call, index), text,
                     aot_name(call, 0), aot_device_text(&aot_tensor_at(call, 0)->device, &first));
}

AOT_COLD int aot_wrong_axes(const struct aot_call *call, int32_t index) {
    const int32_t axes = aot_tensor_at(call, index)->ndim;
    return aot_raise(call, "ValueError", "%s has %" PRId32 " %s; expected %" PRId32, aot_name(call, index), axes,
                     axes == 1 ? "axis" : "axes", call->operation->arguments[index].axes);
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

/* Whether an implementation has the element types of the first `count` tensors. */
static inline int aot_has_elements(const struct aot_call *call, const struct aot_implementation *implementation,
                                   int32_t count) {
    int32_t i;
    for (i = 0; i < count; i++) {
        if (!aot_has_element(aot_tensor_at(call, i), implementation->elements[i])) return 0;
    }
    return 1;
}

/* Calls the first implementation that takes the call; 1 if none does. */
static inline int aot_dispatch(struct aot_call *call) {
    const struct aot_operation *operation = call->operation;
    int32_t i;
    for (i = 0; i < operation->count; i++) {
        int status;
        call->implementation = &operation->implementations[i];
        if (!aot_has_elements(call, call->implementation, call->given)) continue;
        status = call->implementation->call(call);
        if (status <= 0) return status;
    }
    return 1;
}

/* Says why no implementation takes a call: a condition does not hold, or the first tensor whose type none has. */
AOT_COLD int aot_refuse(const struct aot_call *call) {
    const struct aot_operation *operation = call->operation;
    struct aot_text text = {0, ""};
    struct aot_call again = *call;
    int32_t i, k, tensor;
    int status;
    again.unmet = &text;
    status = aot_dispatch(&again);
    if (status <= 0) return status;
    if (text.length > 0) return aot_raise(call, "ValueError", "%s", text.text);
    for (tensor = 0; tensor < call->given; tensor++) {
        int fits = 0;
        for (i = 0; i < operation->count; i++) fits |= aot_has_elements(call, &operation->implementations[i], tensor + 1);
        if (!fits) break;
    }
    aot_append(&text, "%s has dtype ", aot_name(call, tensor));
    aot_append_type(&text, aot_tensor_at(call, tensor)->type);
    for (i = 0, k = 0; i < operation->count; i++) {
        const struct aot_element element = operation->implementations[i].elements[tensor];
        const struct aot_dl_type type = {element.code, element.bits, 1};
        int32_t before;
        if (!aot_has_elements(call, &operation->implementations[i], tensor)) continue;
        for (before = 0; before < i; before++) {
            const struct aot_element other = operation->implementations[before].elements[tensor];
            if (other.code != element.code || other.bits != element.bits) continue;
            if (aot_has_elements(call, &operation->implementations[before], tensor)) break;
        }
        if (before < i) continue;
        aot_append(&text, k++ == 0 ? "; expected " : " or ");
        aot_append_type(&text, type);
    }
    return aot_raise(call, "TypeError", "%s", text.text);
}

/* Checks a call and launches its kernels. */
static inline int aot_run(struct aot_call *call) {
    int status = aot_check_arguments(call);
    if (status == 0) status = aot_dispatch(call);
    return status > 0 ? aot_refuse(call) : status;
}

static inline void *aot_ffi_stream(int32_t device) {
    return TVMFFIEnvGetStream(AOT_GPU, device);
}

AOT_COLD void aot_ffi_raise(const struct aot_call *call, const char *kind, const char *message) {
    (void)call;
    TVMFFIErrorSetRaisedFromCStr(kind, message);
}

/* The body of every function of TVM-FFI. */
static inline int aot_call_operation(const struct aot_operation *operation, const struct aot_any *arguments,
                                     int32_t count, struct aot_any *result) {
    static const struct aot_host host = {aot_ffi_stream, aot_ffi_raise, NULL};
    struct aot_call call = {operation, arguments, count, operation->tensors, &host, NULL, 0, NULL, NULL};
    result->type_index = AOT_FFI_NONE;
    result->padding = 0;
    result->value.integer = 0;
    return aot_run(&call);
}

#endif
