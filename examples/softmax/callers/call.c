/* Calls the operator with a tensor that is not on a GPU, without TVM-FFI: docs/guides/operators.md. */
#include <stdint.h>
#include <stdio.h>

/* The parts of DLPack and TVM-FFI that operators use; dlpack.h and tvm/ffi/c_api.h have the same. */
typedef struct {
    void *data;
    int32_t device_type, device_id, ndim; /* 2: CUDA */
    uint8_t code, bits;                   /* 2, 32: float32 */
    uint16_t lanes;
    int64_t *shape, *strides; /* strides can be null: contiguous */
    uint64_t byte_offset;
} tensor;
typedef struct {
    int32_t type, zero; /* 7: tensor, 1: int, 3: float */
    union { void *pointer; int64_t integer; double number; } value;
} any;

int __tvm_ffi_softmax(void *self, const any *arguments, int32_t count, any *result);

void *TVMFFIEnvGetStream(int32_t device_type, int32_t device_id) {
    (void)device_type;
    (void)device_id;
    return NULL; /* the default stream */
}

void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *message) {
    printf("%s: %s\n", kind, message);
}

int main(void) {
    float data[8] = {0};
    int64_t shape[2] = {2, 4};
    tensor x = {.data = data, .device_type = 1, .ndim = 2, .code = 2, .bits = 32, .lanes = 1, .shape = shape};
    any arguments[2] = {{.type = 7, .value.pointer = &x}, {.type = 7, .value.pointer = &x}};
    any result = {0};
    return __tvm_ffi_softmax(NULL, arguments, 2, &result) == 0;
}
