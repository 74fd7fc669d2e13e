/*
 * The functions of libtorch.so that operators use, for tensors of no more than a shape and an address. It calls GPUs
 * "cuda", as PyTorch does for CUDA and for ROCm. Sources of the declarations: those of aot_torch.h.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "torch.h"

enum { CPU = 0, CUDA = 1, HALF = 5, FLOAT = 6, BFLOAT16 = 15 };

static struct {
    char name[64];
    kernel *run;
} registered[8];
static int count, alive;
static void *streams[2];
static const char *raised;

int aoti_torch_library_init_impl(const char *part, const char *key, const char *file, uint32_t line, void **library) {
    (void)part, (void)file, (void)line;
    *library = (void *)(uintptr_t)(strcmp(key, "CUDA") == 0);
    return 0;
}

int aoti_torch_library_impl(void *library, const char *name, kernel *run) {
    if (library == NULL) return 0; /* of the CPU */
    snprintf(registered[count].name, sizeof registered->name, "%s", name);
    registered[count++].run = run;
    return 0;
}

#define GETTER(name, type, member)                               \
    int aoti_torch_get_##name(struct torch_tensor *tensor, type *value) { \
        *value = tensor->member;                                 \
        return 0;                                                \
    }
GETTER(data_ptr, void *, data)
GETTER(sizes, int64_t *, sizes)
GETTER(strides, int64_t *, strides)
GETTER(dim, int64_t, axes)
GETTER(dtype, int32_t, type)
GETTER(device_type, int32_t, device)
GETTER(device_index, int32_t, index)

int aoti_torch_empty_strided(int64_t axes, const int64_t *sizes, const int64_t *strides, int32_t type, int32_t device,
                             int32_t index, struct torch_tensor **made) {
    struct torch_tensor *tensor = calloc(1, sizeof *tensor);
    tensor->implementation = tensor;
    tensor->data = (void *)(uintptr_t)(0x100000 * (uint64_t)++alive);
    tensor->axes = axes;
    tensor->type = type;
    tensor->device = device;
    tensor->index = index;
    memcpy(tensor->sizes, sizes, (size_t)axes * sizeof *sizes);
    memcpy(tensor->strides, strides, (size_t)axes * sizeof *strides);
    *made = tensor;
    return 0;
}

int aoti_torch_copy_(struct torch_tensor *to, struct torch_tensor *from, int32_t non_blocking) {
    (void)non_blocking;
    return to == from ? 0 : 1;
}

int aoti_torch_delete_tensor_object(struct torch_tensor *tensor) {
    free(tensor);
    alive--;
    return 0;
}

int32_t aoti_torch_device_type_cpu(void) { return CPU; }
int32_t aoti_torch_device_type_cuda(void) { return CUDA; }
int32_t aoti_torch_dtype_float16(void) { return HALF; }
int32_t aoti_torch_dtype_float32(void) { return FLOAT; }
int32_t aoti_torch_dtype_bfloat16(void) { return BFLOAT16; }
bool aoti_torch_grad_mode_is_enabled(void) { return true; }
bool _ZNK3c1010TensorImpl13requires_gradEv(const struct torch_tensor *tensor) { return tensor->wants_gradient; }

/* PyTorch throws an exception. */
void aoti_torch_check(bool holds, const char *function, const char *file, uint32_t line, const char *message) {
    (void)function, (void)file, (void)line;
    if (!holds) raised = strdup(message);
}

int aoti_torch_get_current_cuda_stream(int32_t device, void **stream) {
    *stream = streams[device];
    return 0;
}

void torch_set_stream(int32_t device, void *stream) { streams[device] = stream; }

int torch_alive(void) { return alive; }

const char *torch_call(const char *name, uint64_t *values, uint64_t arguments, uint64_t results) {
    raised = NULL;
    for (int i = 0; i < count; i++)
        if (strcmp(registered[i].name, name) == 0) {
            registered[i].run(values, arguments, results);
            return raised;
        }
    return "no such operator";
}
