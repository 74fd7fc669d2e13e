/* SPDX-License-Identifier: MIT */
/*
 * The compiled code in a package's sources. Private to them; they include aot_gpu.h first, and aot_inflate.h if the code
 * is compressed.
 */
#ifndef AOT_IMAGE_H
#define AOT_IMAGE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { AOT_CACHED_DEVICES = 64 };

/*
 * One cubin and the compute capabilities it runs on: `major`.`minor_from` to `major`.`minor_to`. For GPUs without
 * compute capabilities, `major` is 0, and both others are the architecture's number.
 */
struct aot_image {
    const void *cubin; /* its bytes; a struct aot_packed in sources that include aot_inflate.h */
    const char *kernel; /* the kernel's name inside the cubin */
    int major, minor_from, minor_to;
    unsigned warps;   /* of one block */
    unsigned cluster; /* blocks of one cluster; 1: no cluster launch */
    unsigned shared;  /* dynamic shared memory of one block, in bytes */
    unsigned scratch; /* global memory of one block, in bytes */
    int programmatic; /* programmatic dependent launch */
    int cooperative;  /* cooperative launch */
};

struct aot_grid {
    int64_t x, y, z;
};

/* The code of an image as the driver takes it. The caller frees `memory`, which is NULL if nothing was allocated. */
static inline aot_gpu_result aot_code_of(const struct aot_image *image, const void **code, void **memory) {
    *memory = NULL;
#ifdef AOT_INFLATE_H
    switch (aot_open((const struct aot_packed *)image->cubin, memory, code)) {
    case AOT_OPENED:
        return AOT_GPU_SUCCESS;
    case AOT_NO_MEMORY:
        return AOT_GPU_OUT_OF_MEMORY;
    default:
        return AOT_GPU_INVALID_IMAGE;
    }
#else
    *code = image->cubin;
    return AOT_GPU_SUCCESS;
#endif
}

#endif
