/* SPDX-License-Identifier: MIT */
/*
 * How PTX is loaded, which the driver compiles for devices that no cubin is for. Private to the package's sources, which
 * include aot_launch.h first.
 *
 * A row of images has its PTX behind its cubins, as the last image. It is for `major`.`minor_from` and all later
 * capabilities; `minor_to` is -1, so that it is never chosen as a cubin.
 */
#ifndef AOT_PTX_H
#define AOT_PTX_H

enum { AOT_PTX_LOG = 1024 /* bytes of the text in which the driver says what is wrong with PTX */ };

/* As aot_choose; if no cubin fits the device, the row's PTX. */
static inline int aot_choose_or_ptx(const struct aot_image *images, int count, int capability) {
    const struct aot_image *ptx = &images[count - 1];
    const int cubin = aot_choose(images, count, capability);
    if (cubin >= 0) return cubin;
    return ptx->cubin != NULL && capability >= 10 * ptx->major + ptx->minor_from ? count - 1 : -1;
}

/*
 * Gives PTX to the driver. It compiles it here for the device of the current context, and later for others on which the
 * kernel is used, so `log` must stay. On errors it writes to `log`, and fails when it is asked for the kernel.
 */
static inline CUresult aot_compile_ptx(const struct aot_image *ptx, char *log, CUlibrary *library) {
    CUjit_option options[2];
    void *values[2], *memory;
    const void *text;
    CUresult status = aot_code_of(ptx, &text, &memory);
    if (status != CUDA_SUCCESS) return status;
    options[0] = CU_JIT_ERROR_LOG_BUFFER;
    values[0] = log;
    options[1] = CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES;
    values[1] = (void *)(uintptr_t)AOT_PTX_LOG;
    status = AOT_DRIVER(cuLibraryLoadData)(library, text, options, values, 2, NULL, NULL, 0);
    free(memory);
    return status;
}

/* Loads PTX into its slot unless another call has done so. When two threads load at once, the first one's stays. */
static inline CUresult aot_load_ptx(const struct aot_image *ptx, struct aot_slot *slot, char *log) {
    CUlibrary library = NULL, first = NULL;
    CUkernel kernel = NULL;
    CUresult status;
    if (__atomic_load_n(&slot->kernel, __ATOMIC_ACQUIRE) != NULL) return CUDA_SUCCESS;
    status = aot_compile_ptx(ptx, log, &library);
    if (status != CUDA_SUCCESS) return status;
    status = AOT_DRIVER(cuLibraryGetKernel)(&kernel, library, ptx->kernel);
    if (status == CUDA_SUCCESS &&
        __atomic_compare_exchange_n(&slot->library, &first, library, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        __atomic_store_n(&slot->kernel, kernel, __ATOMIC_RELEASE);
        return CUDA_SUCCESS;
    }
    (void)AOT_DRIVER(cuLibraryUnload)(library);
    if (status != CUDA_SUCCESS) return status;
    status = AOT_DRIVER(cuLibraryGetKernel)(&kernel, first, ptx->kernel);
    if (status == CUDA_SUCCESS) __atomic_store_n(&slot->kernel, kernel, __ATOMIC_RELEASE);
    return status;
}

/* Makes the image of a row ready that fits the device. */
static inline CUresult aot_ready_or_ptx(const struct aot_image *images, struct aot_slot *slots, int count,
                                        CUdevice device, int capability, char *log, const struct aot_image **image,
                                        CUkernel *kernel) {
    const int chosen = aot_choose_or_ptx(images, count, capability);
    if (chosen < 0) return CUDA_ERROR_NO_BINARY_FOR_GPU;
    *image = &images[chosen];
    if ((*image)->minor_to < 0) {
        const CUresult status = aot_load_ptx(*image, &slots[chosen], log);
        if (status != CUDA_SUCCESS) return status;
    }
    return aot_prepare(*image, &slots[chosen], device, kernel);
}

/* As aot_choose_ready; if no cubin fits the device, with the row's PTX. */
static inline CUresult aot_choose_ready_or_ptx(const struct aot_image *images, struct aot_slot *slots, int count,
                                               CUstream stream, char *log, const struct aot_image **image,
                                               CUkernel *kernel) {
    CUdevice device = 0;
    int capability = 0;
    CUresult status = aot_find_driver();
    if (status == CUDA_SUCCESS) status = aot_device(stream, &device);
    if (status == CUDA_SUCCESS) status = aot_capability(device, &capability);
    if (status != CUDA_SUCCESS) return status;
    return aot_ready_or_ptx(images, slots, count, device, capability, log, image, kernel);
}

/* As aot_load_all; where no cubin fits the device, with the row's PTX. */
static inline CUresult aot_load_all_or_ptx(const struct aot_image *images, struct aot_slot *slots, int rows, int count,
                                           char *log) {
    CUdevice device = 0;
    int capability = 0, row;
    CUresult status = aot_find_driver();
    if (status == CUDA_SUCCESS) status = aot_device(NULL, &device);
    if (status == CUDA_SUCCESS) status = aot_capability(device, &capability);
    for (row = 0; row < rows && status == CUDA_SUCCESS; row++) {
        const struct aot_image *image = NULL;
        CUkernel kernel = NULL;
        status = aot_ready_or_ptx(images + row * count, slots + row * count, count, device, capability, log, &image,
                                  &kernel);
    }
    return status;
}

#endif
