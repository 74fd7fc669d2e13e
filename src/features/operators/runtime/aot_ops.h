/* SPDX-License-Identifier: MIT */
/*
 * How operators find the implementation for a call, and launch its kernels. Private to the sources of operators, which
 * include aot_gpu.h first. The same in every package. aot_torch.h calls the same functions for PyTorch's dispatcher.
 */
#ifndef AOT_OPS_H
#define AOT_OPS_H

#include "aot_check.h"

#ifdef AOT_HIP
#include "aot_hip_ops.h"
#else
#include "aot_cuda_ops.h"
#endif

/* The launches of one call: their stream, memory and device. */
struct aot_session {
    aot_gpu_stream stream;
    aot_gpu_pointer memory;
    int before; /* what aot_make_current gave */
    const struct aot_kernel *kernel; /* the last one that was called; NULL before */
};

/*
 * Makes the device current for this thread if it is not: the default stream is that of what is current. Takes `bytes`
 * from the device's memory pool, in stream order. Call aot_leave afterwards in any case.
 */
static inline aot_gpu_result aot_enter(const struct aot_call *call, size_t bytes, struct aot_session *session) {
    aot_gpu_result status = aot_find_driver();
    session->memory = 0;
    session->before = AOT_UNCHANGED;
    session->kernel = NULL;
    session->stream = (aot_gpu_stream)call->host->stream(call->device);
    if (status == AOT_GPU_SUCCESS) status = aot_make_current(call->device, &session->before);
    if (status == AOT_GPU_SUCCESS && bytes > 0) status = aot_allocate(&session->memory, bytes, session->stream);
    return status;
}

static inline aot_gpu_pointer aot_address(const struct aot_dl_tensor *tensor) {
    return (aot_gpu_pointer)(uintptr_t)aot_number_of_address(tensor);
}

/* The address of a temporary in the memory of a call. */
static inline aot_gpu_pointer aot_memory(const struct aot_session *session, size_t offset) {
    return (aot_gpu_pointer)((uintptr_t)session->memory + offset);
}

AOT_COLD int aot_launch_failed(const struct aot_call *call, const struct aot_session *session, aot_gpu_result status) {
    const struct aot_kernel *kernel = session->kernel;
    const char *name, *meaning = aot_meaning(status, &name);
    struct aot_text text = {0, ""};
    if (kernel != NULL) aot_append(&text, "%s ", kernel->name);
    aot_append(&text, "cannot run on cuda:%" PRId32 ": %s", call->device, meaning);
    if (status == AOT_GPU_NO_BINARY && kernel != NULL) aot_append(&text, ", only for %s", kernel->targets);
    if (name == NULL) aot_append(&text, " (" AOT_RESULT_TYPE " %d)", (int)status);
    else aot_append(&text, " (" AOT_RESULT_PREFIX "%s, %d)", name, (int)status);
    if (aot_is_of_ptx(status) && kernel != NULL && kernel->ptx_log != NULL) {
        aot_append(&text, "\n%s", kernel->ptx_log());
    }
    return aot_raise(call, "RuntimeError", "%s", text.text);
}

/* Gives back what aot_enter took, and raises if something failed. */
static inline int aot_leave(const struct aot_call *call, struct aot_session *session, aot_gpu_result status) {
    aot_gpu_result back;
    if (session->memory != 0) {
        back = aot_free(session->memory, session->stream);
        if (status == AOT_GPU_SUCCESS) status = back;
    }
    back = aot_make_current_again(call->device, session->before);
    if (status == AOT_GPU_SUCCESS) status = back;
    return status == AOT_GPU_SUCCESS ? 0 : aot_launch_failed(call, session, status);
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
