/*
 * Operators that compute on the CPU what those of a package compute on a GPU, through the same
 * interface: they take tensors, outputs and scalars, in this order.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <tvm/ffi/c_api.h>

static DLTensor *tensor(const TVMFFIAny *argument)
{
    if (argument->type_index == kTVMFFIDLTensorPtr) return (DLTensor *)argument->v_ptr;
    /* Behind the header of the object. Source: TVMFFITensorGetDLTensorPtr of TVM-FFI. */
    return (DLTensor *)((char *)argument->v_obj + sizeof(TVMFFIObject));
}

static double get(const DLTensor *from, int64_t at)
{
    const char *data = (const char *)from->data + from->byte_offset;
    return from->dtype.bits == 64 ? ((const double *)data)[at] : ((const float *)data)[at];
}

static void put(const DLTensor *to, int64_t at, double value)
{
    char *data = (char *)to->data + to->byte_offset;
    if (to->dtype.bits == 64) ((double *)data)[at] = value;
    else ((float *)data)[at] = (float)value;
}

/* As the real library: strides are compared, where there is more than one element. */
static int is_contiguous(const DLTensor *one)
{
    int64_t expected = 1;
    if (one->strides == NULL) return 1;
    for (int axis = one->ndim - 1; axis >= 0; axis -= 1) {
        if (one->shape[axis] > 1 && one->strides[axis] != expected) return 0;
        expected *= one->shape[axis];
    }
    return 1;
}

static int check(const char *name, const TVMFFIAny *args, int count)
{
    for (int at = 0; at < count; at += 1) {
        if (is_contiguous(tensor(&args[at]))) continue;
        TVMFFIErrorSetRaisedFromCStr("ValueError", name);
        return -1;
    }
    return 0;
}

#define OPERATOR(name, tensors)                                                                    \
    static int run_##name(const TVMFFIAny *args);                                                  \
    int __tvm_ffi_##name(void *self, const TVMFFIAny *args, int32_t count, TVMFFIAny *result)      \
    {                                                                                              \
        (void)self;                                                                                \
        (void)count;                                                                               \
        result->type_index = kTVMFFINone;                                                          \
        if (check(#name ": a tensor is not contiguous", args, tensors) != 0) return -1;            \
        return run_##name(args);                                                                   \
    }                                                                                              \
    static int run_##name(const TVMFFIAny *args)

OPERATOR(softmax, 2)
{
    const DLTensor *x = tensor(&args[0]), *y = tensor(&args[1]);
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
    return 0;
}

OPERATOR(softmax_backward, 3)
{
    const DLTensor *y = tensor(&args[0]), *dy = tensor(&args[1]), *dx = tensor(&args[2]);
    const int64_t rows = y->shape[0], cols = y->shape[1];
    for (int64_t row = 0; row < rows; row += 1) {
        double sum = 0;
        for (int64_t at = row * cols; at < (row + 1) * cols; at += 1) sum += get(y, at) * get(dy, at);
        for (int64_t at = row * cols; at < (row + 1) * cols; at += 1)
            put(dx, at, get(y, at) * (get(dy, at) - sum));
    }
    return 0;
}

/* y = x * w * eps, twice that if `twice`; largest: of each row of x. */
OPERATOR(scale_rows, 4)
{
    const DLTensor *x = tensor(&args[0]), *w = tensor(&args[1]);
    const double factor = args[4].v_float64 * (args[5].v_int64 != 0 ? 2 : 1);
    const int64_t rows = x->shape[0], cols = x->shape[1];
    for (int64_t row = 0; row < rows; row += 1) {
        double largest = -INFINITY;
        for (int64_t col = 0; col < cols; col += 1) {
            const double value = get(x, row * cols + col);
            largest = fmax(largest, value);
            put(tensor(&args[2]), row * cols + col, value * get(w, col) * factor);
        }
        put(tensor(&args[3]), row, largest);
    }
    return 0;
}

OPERATOR(scale_rows_backward, 5)
{
    const DLTensor *x = tensor(&args[0]), *w = tensor(&args[1]), *dy = tensor(&args[2]);
    const double factor = args[5].v_float64 * (args[6].v_int64 != 0 ? 2 : 1);
    const int64_t rows = x->shape[0], cols = x->shape[1];
    for (int64_t col = 0; col < cols; col += 1) {
        double sum = 0;
        for (int64_t at = col; at < rows * cols; at += cols) {
            sum += get(x, at) * get(dy, at) * factor;
            put(tensor(&args[3]), at, get(w, col) * get(dy, at) * factor);
        }
        put(tensor(&args[4]), col, sum);
    }
    return 0;
}

OPERATOR(block_sums, 2)
{
    const DLTensor *x = tensor(&args[0]), *sums = tensor(&args[1]);
    for (int64_t at = 0; at < sums->shape[0]; at += 1) {
        double sum = 0;
        for (int64_t each = at * args[2].v_int64;
             each < (at + 1) * args[2].v_int64 && each < x->shape[0]; each += 1)
            sum += get(x, each);
        put(sums, at, sum);
    }
    return 0;
}

OPERATOR(add_to, 2)
{
    const DLTensor *total = tensor(&args[0]), *x = tensor(&args[1]);
    for (int64_t at = 0; at < x->shape[0]; at += 1) put(total, at, get(total, at) + get(x, at));
    return 0;
}

/* Only its shapes are tested. */
OPERATOR(pack, 0)
{
    (void)args;
    return 0;
}
