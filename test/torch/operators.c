/*
 * Computes on the CPU what the operators of the test compute on a GPU. Included in their source after aot_torch.h: the
 * test calls `compute` where the kernels were launched.
 */
#include <math.h>

#define COMPUTE(name) static void compute_##name(const struct aot_call *call)

static double get(const struct aot_dl_tensor *from, int64_t at) {
    const char *data = (const char *)from->data + from->byte_offset;
    return from->type.bits == 64 ? ((const double *)data)[at] : ((const float *)data)[at];
}

static void put(const struct aot_dl_tensor *to, int64_t at, double value) {
    char *data = (char *)to->data + to->byte_offset;
    if (to->type.bits == 64) ((double *)data)[at] = value;
    else ((float *)data)[at] = (float)value;
}

COMPUTE(softmax) {
    const struct aot_dl_tensor *x = aot_tensor_at(call, 0), *y = aot_tensor_at(call, 1);
    const int64_t rows = x->shape[0], cols = x->shape[1];
    for (int64_t row = 0; row < rows; row += 1) {
        double largest = -INFINITY, sum = 0;
        for (int64_t at = row * cols; at < (row + 1) * cols; at += 1)
            largest = fmax(largest, get(x, at));
        for (int64_t at = row * cols; at < (row + 1) * cols; at += 1)
            sum += exp(get(x, at) - largest);
        for (int64_t at = row * cols; at < (row + 1) * cols; at += 1)
            put(y, at, exp(get(x, at) - largest) / sum);
    }
}

COMPUTE(softmax_backward) {
    const struct aot_dl_tensor *y = aot_tensor_at(call, 0), *dy = aot_tensor_at(call, 1), *dx = aot_tensor_at(call, 2);
    const int64_t rows = y->shape[0], cols = y->shape[1];
    for (int64_t row = 0; row < rows; row += 1) {
        double sum = 0;
        for (int64_t at = row * cols; at < (row + 1) * cols; at += 1) sum += get(y, at) * get(dy, at);
        for (int64_t at = row * cols; at < (row + 1) * cols; at += 1)
            put(dx, at, get(y, at) * (get(dy, at) - sum));
    }
}

/* y = x * w * eps, twice that if `twice`; largest: of each row of x. */
COMPUTE(scale_rows) {
    const struct aot_dl_tensor *x = aot_tensor_at(call, 0), *w = aot_tensor_at(call, 1);
    const double factor = aot_float_at(call, 4) * (aot_bool_at(call, 5) ? 2 : 1);
    const int64_t rows = x->shape[0], cols = x->shape[1];
    for (int64_t row = 0; row < rows; row += 1) {
        double largest = -INFINITY;
        for (int64_t col = 0; col < cols; col += 1) {
            const double value = get(x, row * cols + col);
            largest = fmax(largest, value);
            put(aot_tensor_at(call, 2), row * cols + col, value * get(w, col) * factor);
        }
        put(aot_tensor_at(call, 3), row, largest);
    }
}

COMPUTE(scale_rows_backward) {
    const struct aot_dl_tensor *x = aot_tensor_at(call, 0), *w = aot_tensor_at(call, 1), *dy = aot_tensor_at(call, 2);
    const double factor = aot_float_at(call, 5) * (aot_bool_at(call, 6) ? 2 : 1);
    const int64_t rows = x->shape[0], cols = x->shape[1];
    for (int64_t col = 0; col < cols; col += 1) {
        double sum = 0;
        for (int64_t at = col; at < rows * cols; at += cols) {
            sum += get(x, at) * get(dy, at) * factor;
            put(aot_tensor_at(call, 3), at, get(w, col) * get(dy, at) * factor);
        }
        put(aot_tensor_at(call, 4), col, sum);
    }
}

COMPUTE(block_sums) {
    const struct aot_dl_tensor *x = aot_tensor_at(call, 0), *sums = aot_tensor_at(call, 1);
    for (int64_t at = 0; at < sums->shape[0]; at += 1) {
        double sum = 0;
        for (int64_t each = at * aot_int_at(call, 2);
             each < (at + 1) * aot_int_at(call, 2) && each < x->shape[0]; each += 1)
            sum += get(x, each);
        put(sums, at, sum);
    }
}

COMPUTE(add_to) {
    const struct aot_dl_tensor *total = aot_tensor_at(call, 0), *x = aot_tensor_at(call, 1);
    for (int64_t at = 0; at < x->shape[0]; at += 1) put(total, at, get(total, at) + get(x, at));
}

static void compute(const struct aot_call *call) {
    const char *name = call->operation->name;
    if (strcmp(name, "softmax") == 0) compute_softmax(call);
    else if (strcmp(name, "softmax_backward") == 0) compute_softmax_backward(call);
    else if (strcmp(name, "scale_rows") == 0) compute_scale_rows(call);
    else if (strcmp(name, "scale_rows_backward") == 0) compute_scale_rows_backward(call);
    else if (strcmp(name, "block_sums") == 0) compute_block_sums(call);
    else if (strcmp(name, "add_to") == 0) compute_add_to(call);
}

/* The parts of the driver that calls need, without a GPU. */
CUresult CUDAAPI cuCtxGetCurrent(CUcontext *context) {
    *context = NULL;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxGetDevice(CUdevice *device) {
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    (void)device;
    return cuCtxGetCurrent(context);
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice device) {
    (void)device;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxPushCurrent(CUcontext context) {
    (void)context;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxPopCurrent(CUcontext *context) { return cuCtxGetCurrent(context); }

CUresult CUDAAPI cuMemFreeAsync(CUdeviceptr memory, CUstream stream) {
    (void)memory;
    (void)stream;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemAllocAsync(CUdeviceptr *memory, size_t bytes, CUstream stream) {
    (void)bytes;
    return cuMemFreeAsync(*memory = 0, stream);
}
