/* SPDX-License-Identifier: MIT */
/*
 * Operators as their callers see them. Private to the sources of operators. The same in every package.
 *
 * Operators have the calling convention of TVM-FFI's stable C ABI and take DLPack tensors. The types below are the
 * part of both that they need, so that nothing must be installed to compile them. Sources of the layouts and numbers:
 * tvm/ffi/c_api.h, tvm/ffi/extra/c_env_api.h (0.1) and dlpack/dlpack.h (1.x).
 */
#ifndef AOT_FFI_H
#define AOT_FFI_H

#include <stddef.h>
#include <stdint.h>

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

/* The GPUs that the operators are for. PyTorch for ROCm calls them "cuda", and gives them to others as ROCm's. */
#ifdef AOT_HIP
#define AOT_GPU AOT_DEVICE_ROCM
#define AOT_GPU_TEXT "a ROCm device"
#define AOT_ROCM_NAME "cuda"
#else
#define AOT_GPU AOT_DEVICE_CUDA
#define AOT_GPU_TEXT "a CUDA device"
#define AOT_ROCM_NAME "rocm"
#endif

static inline int aot_is_on_gpu(const struct aot_dl_device *device) {
    return device->type == AOT_GPU || (AOT_GPU == AOT_DEVICE_CUDA && device->type == AOT_DEVICE_CUDA_MANAGED);
}

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
struct aot_text;

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

#endif
