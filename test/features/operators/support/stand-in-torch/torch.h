/* What programs with the stand-in for PyTorch use. */
#include <stdbool.h>
#include <stdint.h>

typedef void kernel(uint64_t *values, uint64_t arguments, uint64_t results);

/* A tensor of C++ is a pointer to its implementation: the first member. */
struct torch_tensor {
    void *implementation;
    void *data;
    int64_t sizes[4], strides[4], axes;
    int32_t type, device, index;
    bool wants_gradient;
};

int aoti_torch_empty_strided(int64_t axes, const int64_t *sizes, const int64_t *strides, int32_t type, int32_t device,
                             int32_t index, struct torch_tensor **made);
int32_t aoti_torch_dtype_float32(void);

/* Makes a stream the current one of a device. */
void torch_set_stream(int32_t device, void *stream);
/* The number of tensors that are not deleted. */
int torch_alive(void);
/* Calls an operator. Returns the message of its error; NULL if there is none. */
const char *torch_call(const char *name, uint64_t *values, uint64_t arguments, uint64_t results);
