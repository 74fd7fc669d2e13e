/* SPDX-License-Identifier: MIT */
/*
 * The errors of operators. All functions that raise return -1. Only they format text. Private to the sources of
 * operators. The same in every package.
 */
#ifndef AOT_ERRORS_H
#define AOT_ERRORS_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "aot_ffi.h"

#define AOT_COLD __attribute__((cold, noinline, unused)) static
#define AOT_FORMAT(index) __attribute__((format(printf, index, (index) + 1)))

struct aot_text {
    size_t length;
    char text[1024];
};

AOT_COLD AOT_FORMAT(2) void aot_append(struct aot_text *to, const char *format, ...) {
    va_list values;
    int length;
    if (to->length >= sizeof to->text - 1) return;
    va_start(values, format);
    length = vsnprintf(to->text + to->length, sizeof to->text - to->length, format, values);
    va_end(values);
    if (length > 0) to->length += (size_t)length;
}

AOT_COLD AOT_FORMAT(3) int aot_raise(const struct aot_call *call, const char *kind, const char *format, ...) {
    char text[1024], whole[1280];
    va_list values;
    va_start(values, format);
    if (vsnprintf(text, sizeof text, format, values) < 0) text[0] = '\0';
    va_end(values);
    snprintf(whole, sizeof whole, "%s: %s", call->operation->name, text);
    call->host->raise(call, kind, whole);
    return -1;
}

/* Notes a condition that does not hold: another implementation may take the call. */
AOT_COLD AOT_FORMAT(2) int aot_unmet(const struct aot_call *call, const char *format, ...) {
    char text[1024];
    va_list values;
    if (call->unmet == NULL) return 1;
    va_start(values, format);
    if (vsnprintf(text, sizeof text, format, values) < 0) text[0] = '\0';
    va_end(values);
    aot_append(call->unmet, "%s%s", call->unmet->length == 0 ? "" : "; ", text);
    return 1;
}

AOT_COLD const char *aot_name(const struct aot_call *call, int32_t index) {
    return call->operation->arguments[index].name;
}

AOT_COLD int aot_wrong_count(const struct aot_call *call) {
    const struct aot_operation *operation = call->operation;
    struct aot_text names = {0, ""};
    int32_t i;
    for (i = 0; i < operation->most; i++) aot_append(&names, "%s%s", i == 0 ? "" : ", ", aot_name(call, i));
    if (operation->required < operation->most) {
        return aot_raise(call, "TypeError", "got %" PRId32 " argument%s; expected %" PRId32 " to %" PRId32 " (%s)",
                         call->count, call->count == 1 ? "" : "s", operation->required, operation->most, names.text);
    }
    return aot_raise(call, "TypeError", "got %" PRId32 " argument%s; expected %" PRId32 " (%s)", call->count,
                     call->count == 1 ? "" : "s", operation->most, names.text);
}

AOT_COLD const char *aot_kind_of(const struct aot_any *argument) {
    switch (argument->type_index) {
    case AOT_FFI_NONE:
        return "None";
    case AOT_FFI_INT:
        return "an int";
    case AOT_FFI_BOOL:
        return "a bool";
    case AOT_FFI_FLOAT:
        return "a float";
    case AOT_FFI_POINTER:
        return "a pointer";
    case AOT_FFI_TYPE:
        return "a dtype";
    case AOT_FFI_DEVICE:
        return "a device";
    case AOT_FFI_RAW_STRING:
    case AOT_FFI_SMALL_STRING:
    case AOT_FFI_STRING:
        return "a string";
    case AOT_FFI_FUNCTION:
        return "a function";
    case AOT_FFI_SHAPE:
        return "a shape";
    case AOT_FFI_ARRAY:
        return "an array";
    case AOT_FFI_TENSOR_POINTER:
    case AOT_FFI_TENSOR:
        return argument->value.pointer == NULL ? "a null pointer" : "a tensor";
    default:
        return "an object of another type";
    }
}

AOT_COLD int aot_wrong_kind(const struct aot_call *call, int32_t index) {
    static const char *const expected[] = {"a tensor", "an int", "a bool", "a float"};
    return aot_raise(call, "TypeError", "%s is %s; expected %s", aot_name(call, index),
                     aot_kind_of(&call->arguments[index]), expected[call->operation->arguments[index].kind]);
}

/* A device as PyTorch writes it, in `text`. */
AOT_COLD const char *aot_device_text(const struct aot_dl_device *device, struct aot_text *text) {
    text->length = 0;
    switch (device->type) {
    case AOT_DEVICE_CPU:
    case AOT_DEVICE_CUDA_HOST:
        aot_append(text, "cpu");
        break;
    case AOT_DEVICE_CUDA:
    case AOT_DEVICE_CUDA_MANAGED:
        aot_append(text, "cuda:%" PRId32, device->id);
        break;
    case AOT_DEVICE_ROCM:
        aot_append(text, "%s:%" PRId32, AOT_ROCM_NAME, device->id);
        break;
    default:
        aot_append(text, "a device of another type (DLPack's %" PRId32 ")", device->type);
    }
    return text->text;
}

/* An element type as NumPy and PyTorch write it. */
AOT_COLD void aot_append_type(struct aot_text *to, struct aot_dl_type type) {
    static const struct {
        uint8_t code, bits; /* bits: of the only such type; 0: they are part of the name */
        const char *name;
    } known[] = {
        {AOT_CODE_INT, 0, "int"},
        {AOT_CODE_UINT, 0, "uint"},
        {AOT_CODE_FLOAT, 0, "float"},
        {AOT_CODE_BFLOAT, 0, "bfloat"},
        {AOT_CODE_COMPLEX, 0, "complex"},
        {AOT_CODE_BOOL, 8, "bool"},
        {AOT_CODE_FLOAT8_E4M3FN, 8, "float8_e4m3fn"},
        {AOT_CODE_FLOAT8_E4M3FNUZ, 8, "float8_e4m3fnuz"},
        {AOT_CODE_FLOAT8_E5M2, 8, "float8_e5m2"},
        {AOT_CODE_FLOAT8_E5M2FNUZ, 8, "float8_e5m2fnuz"},
    };
    const char *name = NULL;
    int bits = 0;
    size_t i;
    if (type.lanes == 0) {
        aot_append(to, "(none of DLPack's)");
        return;
    }
    for (i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].code != type.code || (known[i].bits != 0 && known[i].bits != type.bits)) continue;
        name = known[i].name;
        bits = known[i].bits == 0 ? type.bits : 0;
    }
    if (name == NULL) aot_append(to, "(DLPack code %d, %d bits)", type.code, type.bits);
    else aot_append(to, "%s", name);
    if (bits != 0) aot_append(to, "%d", bits);
    if (type.lanes != 1) aot_append(to, "x%d", type.lanes);
}

AOT_COLD int aot_wrong_shape(const struct aot_call *call, int32_t index, int32_t axis, int64_t expected,
                             const char *why) {
    return aot_raise(call, "ValueError", "%s.shape[%" PRId32 "] is %" PRId64 "; expected %" PRId64 "%s%s%s",
                     aot_name(call, index), axis, aot_tensor_at(call, index)->shape[axis], expected,
                     why == NULL ? "" : " (", why == NULL ? "" : why, why == NULL ? "" : ")");
}

/* `why`: the formula of the stride; NULL if it says no more than the number. */
AOT_COLD int aot_wrong_stride(const struct aot_call *call, int32_t index, int32_t axis, int64_t expected,
                              int must_be_dense, const char *why) {
    const char *name = aot_name(call, index);
    const int64_t found = aot_stride(aot_tensor_at(call, index), axis);
    if (must_be_dense) {
        return aot_raise(call, "ValueError",
                         "%s is not contiguous: stride[%" PRId32 "] is %" PRId64 "; expected %" PRId64, name, axis,
                         found, expected);
    }
    return aot_raise(call, "ValueError", "%s.stride[%" PRId32 "] is %" PRId64 "; expected %" PRId64 "%s%s%s", name,
                     axis, found, expected, why == NULL ? "" : " (", why == NULL ? "" : why, why == NULL ? "" : ")");
}

AOT_COLD int aot_wrong_address(const struct aot_call *call, int32_t index, uint64_t address, int alignment) {
    if (address == 0) return aot_raise(call, "ValueError", "%s has elements, but its data is null", aot_name(call, index));
    return aot_raise(call, "ValueError", "%s is at the address 0x%" PRIx64 "; expected a multiple of %d bytes",
                     aot_name(call, index), address, alignment);
}

AOT_COLD int aot_wrong_device(const struct aot_call *call, int32_t index) {
    struct aot_text first, other;
    const struct aot_dl_device *device = &aot_tensor_at(call, index)->device;
    const char *text = aot_device_text(device, &other);
    if (!aot_is_on_gpu(device)) {
        return aot_raise(call, "ValueError", "%s is on %s; expected " AOT_GPU_TEXT, aot_name(call, index), text);
    }
    return aot_raise(call, "ValueError", "%s is on %s, but %s is on %s", aot_name(call, index), text,
                     aot_name(call, 0), aot_device_text(&aot_tensor_at(call, 0)->device, &first));
}

AOT_COLD int aot_wrong_axes(const struct aot_call *call, int32_t index) {
    const int32_t axes = aot_tensor_at(call, index)->ndim;
    return aot_raise(call, "ValueError", "%s has %" PRId32 " %s; expected %" PRId32, aot_name(call, index), axes,
                     axes == 1 ? "axis" : "axes", call->operation->arguments[index].axes);
}

#endif
