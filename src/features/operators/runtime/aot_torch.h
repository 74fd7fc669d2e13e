/* SPDX-License-Identifier: MIT */
/*
 * Registers operators with PyTorch, whose dispatcher then calls them without Python. Private to the sources of
 * operators, which include aot_ops.h first. The same in every package.
 *
 * All functions are found at run time in the libtorch of the process. Nothing of PyTorch is needed to compile this.
 * Sources of the declarations: torch/csrc/inductor/aoti_torch/c/shim.h and torch/csrc/stable/c/shim.h (2.9 to 2.11),
 * which PyTorch keeps compatible, and c10/core/TensorImpl.h. PyTorch for other
 * vendors has the same functions: there, the device type CUDA means their GPUs, and the stream is one of their driver.
 */
#ifndef AOT_TORCH_H
#define AOT_TORCH_H

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

/* An argument or a result: an int64_t, a double, a bool, or a pointer to a tensor, which the receiver must delete. */
typedef uint64_t aot_torch_value;

typedef void (*aot_torch_kernel)(aot_torch_value *values, uint64_t arguments, uint64_t results);

/* Those that return an int return 0, or another number after an exception, which they print. */
static struct {
    int (*library)(const char *part, const char *key, const char *file, uint32_t line, void **library);
    int (*implement)(void *library, const char *name, aot_torch_kernel kernel);
    int (*data)(void *tensor, void **data);
    int (*sizes)(void *tensor, int64_t **sizes);
    int (*strides)(void *tensor, int64_t **strides);
    int (*axes)(void *tensor, int64_t *axes);
    int (*type)(void *tensor, int32_t *type);
    int (*device)(void *tensor, int32_t *type);
    int (*device_index)(void *tensor, int32_t *index);
    int (*allocate)(int64_t axes, const int64_t *sizes, const int64_t *strides, int32_t type, int32_t device,
                    int32_t device_index, void **tensor);
    int (*copy)(void *to, void *from, int32_t non_blocking);
    int (*free)(void *tensor);
    int32_t (*cpu)(void);
    int32_t (*cuda)(void);
    bool (*has_gradients)(void);
    void (*check)(bool holds, const char *function, const char *file, uint32_t line, const char *message);
    bool (*requires_gradient)(const void *implementation); /* c10::TensorImpl::requires_grad */
    /* NULL if PyTorch is older, or has no CUDA. */
    int (*stream)(int32_t device, void **stream);
    int (*implement_for)(void *library, const char *name, aot_torch_kernel kernel, uint64_t version);
    const char *(*exception)(void);
} aot_torch;

/* The version that this file was written for: 2.10. */
#define AOT_TORCH_VERSION ((uint64_t)2 << 56 | (uint64_t)10 << 48)

/* Element types, by PyTorch's numbers. */
static struct aot_element aot_torch_elements[64];

/* Finds the functions. Returns 0 if all are there. */
AOT_COLD int aot_torch_find(void) {
    static const struct {
        const char *name;
        void *found;
    } functions[] = {
        {"aoti_torch_library_init_impl", &aot_torch.library},
        {"aoti_torch_library_impl", &aot_torch.implement},
        {"aoti_torch_get_data_ptr", &aot_torch.data},
        {"aoti_torch_get_sizes", &aot_torch.sizes},
        {"aoti_torch_get_strides", &aot_torch.strides},
        {"aoti_torch_get_dim", &aot_torch.axes},
        {"aoti_torch_get_dtype", &aot_torch.type},
        {"aoti_torch_get_device_type", &aot_torch.device},
        {"aoti_torch_get_device_index", &aot_torch.device_index},
        {"aoti_torch_empty_strided", &aot_torch.allocate},
        {"aoti_torch_copy_", &aot_torch.copy},
        {"aoti_torch_delete_tensor_object", &aot_torch.free},
        {"aoti_torch_device_type_cpu", &aot_torch.cpu},
        {"aoti_torch_device_type_cuda", &aot_torch.cuda},
        {"aoti_torch_grad_mode_is_enabled", &aot_torch.has_gradients},
        {"aoti_torch_check", &aot_torch.check},
        {"_ZNK3c1010TensorImpl13requires_gradEv", &aot_torch.requires_gradient},
        {"aoti_torch_get_current_cuda_stream", &aot_torch.stream},
        {"torch_library_impl", &aot_torch.implement_for},
        {"torch_exception_get_what_without_backtrace", &aot_torch.exception},
    };
    static const struct {
        const char *name;
        struct aot_element element;
    } types[] = {
        {"bool", {AOT_CODE_BOOL, 8}},
        {"int8", {AOT_CODE_INT, 8}},
        {"int16", {AOT_CODE_INT, 16}},
        {"int32", {AOT_CODE_INT, 32}},
        {"int64", {AOT_CODE_INT, 64}},
        {"uint8", {AOT_CODE_UINT, 8}},
        {"uint16", {AOT_CODE_UINT, 16}},
        {"uint32", {AOT_CODE_UINT, 32}},
        {"uint64", {AOT_CODE_UINT, 64}},
        {"float16", {AOT_CODE_FLOAT, 16}},
        {"bfloat16", {AOT_CODE_BFLOAT, 16}},
        {"float32", {AOT_CODE_FLOAT, 32}},
        {"float64", {AOT_CODE_FLOAT, 64}},
        {"complex32", {AOT_CODE_COMPLEX, 32}},
        {"complex64", {AOT_CODE_COMPLEX, 64}},
        {"complex128", {AOT_CODE_COMPLEX, 128}},
        {"float8_e4m3fn", {AOT_CODE_FLOAT8_E4M3FN, 8}},
        {"float8_e4m3fnuz", {AOT_CODE_FLOAT8_E4M3FNUZ, 8}},
        {"float8_e5m2", {AOT_CODE_FLOAT8_E5M2, 8}},
        {"float8_e5m2fnuz", {AOT_CODE_FLOAT8_E5M2FNUZ, 8}},
    };
    void *const library = dlopen("libtorch.so", RTLD_NOW | RTLD_NOLOAD);
    char name[64];
    void *symbol;
    size_t i;
    if (library == NULL) return -1;
    for (i = 0; i < sizeof functions / sizeof *functions; i++) {
        symbol = dlsym(library, functions[i].name);
        if (symbol == NULL && i < sizeof functions / sizeof *functions - 3) return -1;
        memcpy(functions[i].found, &symbol, sizeof symbol);
    }
    for (i = 0; i < sizeof types / sizeof *types; i++) {
        int32_t (*number)(void);
        snprintf(name, sizeof name, "aoti_torch_dtype_%s", types[i].name);
        symbol = dlsym(library, name);
        memcpy(&number, &symbol, sizeof symbol);
        if (symbol != NULL && number() >= 0 && number() < 64) aot_torch_elements[number()] = types[i].element;
    }
    return 0;
}

/* A tensor, and what PyTorch calls it. */
struct aot_torch_tensor {
    struct aot_dl_tensor tensor;
    void *handle;
};

enum { AOT_TORCH_MESSAGE = 1280 };

/* Keeps the message of an error until everything else is given back. The dispatcher has one kind of errors. */
AOT_COLD void aot_torch_raise(const struct aot_call *call, const char *kind, const char *message) {
    (void)kind;
    snprintf((char *)call->caller, AOT_TORCH_MESSAGE, "%s", message);
}

static inline void *aot_torch_stream(int32_t device) {
    void *stream = NULL;
    if (aot_torch.stream != NULL) (void)aot_torch.stream(device, &stream);
    return stream;
}

/* Describes a tensor. It lives as long as PyTorch's. */
static inline int aot_torch_read(const struct aot_call *call, int32_t index, struct aot_torch_tensor *tensor) {
    struct aot_dl_tensor *const to = &tensor->tensor;
    void *const handle = tensor->handle;
    int64_t axes = 0;
    int32_t type = 0, device = 0;
    const int failed = aot_torch.data(handle, &to->data) | aot_torch.sizes(handle, &to->shape) |
                       aot_torch.strides(handle, &to->strides) | aot_torch.axes(handle, &axes) |
                       aot_torch.type(handle, &type) | aot_torch.device(handle, &device) |
                       aot_torch.device_index(handle, &to->device.id);
    if (failed) return aot_raise(call, "RuntimeError", "%s has no memory", aot_name(call, index));
    to->ndim = (int32_t)axes;
    if (type >= 0 && type < 64) {
        to->type.code = aot_torch_elements[type].code;
        to->type.bits = aot_torch_elements[type].bits;
    }
    to->type.lanes = to->type.bits == 0 ? 0 : 1; /* 0: a type that no operator has */
    to->device.type = device == aot_torch.cuda() ? AOT_GPU : device == aot_torch.cpu() ? AOT_DEVICE_CPU : -device;
    to->byte_offset = 0;
    return 0;
}

static inline int aot_torch_allocate(const struct aot_call *call, int32_t index, const int64_t *shape,
                                     const int64_t *strides, const char *const *why) {
    struct aot_torch_tensor *const tensor = (struct aot_torch_tensor *)call->arguments[index].value.pointer;
    const struct aot_element element = call->implementation->elements[index];
    const int32_t axes = call->operation->arguments[index].axes;
    int64_t dense[64], next = 1;
    int32_t axis, type = 0;
    for (axis = axes - 1; axis >= 0; axis--) {
        if (shape[axis] < 0) {
            return aot_raise(call, "ValueError", "%s would have %" PRId64 " elements on axis %" PRId32 " (%s)",
                             aot_name(call, index), shape[axis], axis, why[axis] == NULL ? "fixed" : why[axis]);
        }
        dense[axis] = next;
        if (shape[axis] > 1 && __builtin_mul_overflow(next, shape[axis], &next)) next = 1;
    }
    while (type < 63 && (aot_torch_elements[type].code != element.code || aot_torch_elements[type].bits != element.bits)) {
        type++;
    }
    if (aot_torch.allocate(axes, shape, strides == NULL ? dense : strides, type, aot_torch.cuda(), call->device,
                           &tensor->handle) != 0) {
        tensor->handle = NULL;
        return aot_raise(call, "RuntimeError", "%s cannot be allocated: %s", aot_name(call, index),
                         aot_torch.exception == NULL ? "standard error has PyTorch's reason" : aot_torch.exception());
    }
    return aot_torch_read(call, index, tensor);
}

/* Refuses a call whose gradient would be lost: only another operator, in Python, computes it. */
AOT_COLD int aot_torch_refuse_gradients(const struct aot_call *call) {
    const struct aot_operation *operation = call->operation;
    int32_t i;
    for (i = 0; i < operation->inputs; i++) {
        if (operation->arguments[i].integer == 0) continue;
        return aot_raise(call, "RuntimeError",
                         "it changes a tensor in place and has no gradients; call it under torch.no_grad()");
    }
    return aot_raise(call, "RuntimeError",
                     "a tensor requires a gradient, which this operator does not compute; call %s_with_grad, or call it "
                     "under torch.no_grad()",
                     operation->name);
}

/* Checks a call, launches its kernels, and raises the versions of the tensors that changed. */
static inline int aot_torch_run(struct aot_call *call) {
    const struct aot_operation *operation = call->operation;
    int32_t i;
    int status = 0;
    for (i = 0; i < call->given && status == 0; i++) {
        struct aot_torch_tensor *const tensor = (struct aot_torch_tensor *)call->arguments[i].value.pointer;
        status = aot_torch_read(call, i, tensor);
    }
    /* A tensor of C++ is a pointer to its implementation. */
    for (i = 0; i < call->given && status == 0 && aot_torch.has_gradients(); i++) {
        const struct aot_torch_tensor *tensor = (const struct aot_torch_tensor *)call->arguments[i].value.pointer;
        if (aot_torch.requires_gradient(*(void **)tensor->handle)) status = aot_torch_refuse_gradients(call);
    }
    if (status == 0) status = aot_run(call);
    /* Copying a tensor to itself copies nothing, and counts as a change for autograd. */
    for (i = 0; i < call->given && status == 0; i++) {
        const struct aot_torch_tensor *tensor = (const struct aot_torch_tensor *)call->arguments[i].value.pointer;
        if (operation->arguments[i].integer != 0) (void)aot_torch.copy(tensor->handle, tensor->handle, 1);
    }
    return status;
}

/* The body of every function of PyTorch. The arrays have an element for each tensor, and for each argument. */
static inline void aot_torch_call(const struct aot_operation *operation, aot_torch_value *values,
                                  struct aot_torch_tensor *tensors, struct aot_any *arguments) {
    static const struct aot_host host = {aot_torch_stream, aot_torch_raise, aot_torch_allocate};
    char message[AOT_TORCH_MESSAGE];
    struct aot_call call = {operation, arguments, operation->most, operation->inputs, &host, message, 0, NULL, NULL};
    int32_t i;
    int status;
    for (i = 0; i < operation->most; i++) {
        arguments[i].padding = 0;
        if (i < operation->tensors) {
            memset(&tensors[i], 0, sizeof tensors[i]);
            if (i < operation->inputs) tensors[i].handle = (void *)(uintptr_t)values[i];
            arguments[i].type_index = AOT_FFI_TENSOR_POINTER;
            arguments[i].value.pointer = &tensors[i];
        } else {
            const aot_torch_value value = values[i - operation->tensors + operation->inputs];
            const enum aot_kind kind = operation->arguments[i].kind;
            arguments[i].type_index = kind == AOT_FLOAT ? AOT_FFI_FLOAT : kind == AOT_BOOL ? AOT_FFI_BOOL : AOT_FFI_INT;
            arguments[i].value.integer = kind == AOT_BOOL ? (value & 0xff) != 0 : (int64_t)value;
        }
    }
    status = aot_torch_run(&call);
    for (i = 0; i < operation->tensors; i++) {
        if (i >= operation->inputs && status == 0) values[i - operation->inputs] = (uintptr_t)tensors[i].handle;
        else if (tensors[i].handle != NULL) (void)aot_torch.free(tensors[i].handle);
    }
    /* This throws a C++ exception, which is a RuntimeError in Python. */
    if (status != 0) aot_torch.check(false, operation->name, "aot_torch.h", __LINE__, message);
}

/*
 * Registers a function for tensors on CUDA devices and on the CPU, which the function refuses with its own message.
 * Returns 0 if it did: else PyTorch is not loaded, is too old, or has built these functions otherwise.
 */
static inline int aot_torch_register(const char *part, const char *name, aot_torch_kernel kernel) {
    static const char *const keys[] = {"CUDA", "CPU"};
    void *library;
    int i;
    if (aot_torch_find() != 0) return -1;
    for (i = 0; i < 2; i++) {
        if (aot_torch.library(part, keys[i], "aot_torch.h", __LINE__, &library) != 0) return -1;
        if ((aot_torch.implement_for == NULL ? aot_torch.implement(library, name, kernel)
                                             : aot_torch.implement_for(library, name, kernel, AOT_TORCH_VERSION)) != 0) {
            return -1;
        }
    }
    return 0;
}

#endif
