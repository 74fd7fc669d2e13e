/* Handles, contexts and streams. */
#include <stdlib.h>

#include "recorder.h"

#define MAX_DEPTH 32

static struct context *primaries[MAX_DEVICES];
static struct handle *handles;
static int last_id[KINDS] = {[STREAM] = 2};
static _Thread_local struct context *stack[MAX_DEPTH];
static _Thread_local int depth;

void *new_handle(enum kind kind, size_t size) {
  struct handle *handle = calloc(1, size);
  if (handle == NULL) return NULL;
  *handle = (struct handle){kind, true, ++last_id[kind], handles};
  handles = handle;
  return handle;
}

void *find_handle(enum kind kind, const void *pointer) {
  for (struct handle *handle = handles; handle != NULL; handle = handle->next) {
    if (handle == pointer) return handle->alive && handle->kind == kind ? handle : NULL;
  }
  return NULL;
}

struct context *current_context(void) {
  return depth == 0 || !stack[depth - 1]->handle.alive ? NULL : stack[depth - 1];
}

static bool is_own_stream(CUstream stream) {
  return stream == NULL || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD;
}

struct context *context_of(CUstream stream) {
  if (is_own_stream(stream)) return current_context();
  const struct stream *own = find_handle(STREAM, stream);
  return own != NULL && own->context->handle.alive ? own->context : NULL;
}

CUresult needs_context(CUstream stream) {
  if (earlier_error()) return earlier_error();
  if (context_of(stream) != NULL) return CUDA_SUCCESS;
  if (!is_own_stream(stream)) return CUDA_ERROR_INVALID_HANDLE;
  return depth == 0 ? CUDA_ERROR_INVALID_CONTEXT : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

int stream_id(CUstream stream) {
  if (is_own_stream(stream)) return (int)(intptr_t)stream;
  const struct stream *own = find_handle(STREAM, stream);
  return own == NULL ? -1 : own->handle.id;
}

static struct context *new_context(CUdevice device, bool primary) {
  struct context *context = new_handle(CONTEXT, sizeof *context);
  if (context == NULL) return NULL;
  context->device = device;
  context->primary = primary;
  return context;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  CUresult result = enter("cuDevicePrimaryCtxRetain");
  if (!result && device_at(device) == NULL) result = CUDA_ERROR_INVALID_DEVICE;
  if (!result && context == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) {
    if (primaries[device] == NULL) primaries[device] = new_context(device, true);
    struct context *primary = primaries[device];
    if (primary == NULL) return leave(CUDA_ERROR_OUT_OF_MEMORY);
    primary->references++;
    primary->handle.alive = true;
    *context = (CUcontext)primary;
  }
  return leave(result);
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  CUresult result = enter("cuDevicePrimaryCtxRelease");
  if (!result && device_at(device) == NULL) result = CUDA_ERROR_INVALID_DEVICE;
  if (!result && (primaries[device] == NULL || primaries[device]->references == 0)) {
    result = CUDA_ERROR_INVALID_CONTEXT;
  }
  if (!result && --primaries[device]->references == 0) primaries[device]->handle.alive = false;
  return leave(result);
}

static CUresult push(struct context *context) {
  if (depth == MAX_DEPTH) return CUDA_ERROR_OUT_OF_MEMORY;
  stack[depth++] = context;
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device) {
  (void)flags;
  CUresult result = enter("cuCtxCreate");
  if (!result && device_at(device) == NULL) result = CUDA_ERROR_INVALID_DEVICE;
  if (!result && context == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) {
    struct context *created = new_context(device, false);
    result = created == NULL ? CUDA_ERROR_OUT_OF_MEMORY : push(created);
    *context = (CUcontext)created;
  }
  return leave(result);
}

CUresult cuCtxDestroy(CUcontext context) {
  CUresult result = enter("cuCtxDestroy");
  struct context *own = find_handle(CONTEXT, context);
  if (!result && (own == NULL || own->primary)) result = CUDA_ERROR_INVALID_CONTEXT;
  if (!result) {
    own->handle.alive = false;
    if (depth > 0 && stack[depth - 1] == own) depth--;
  }
  return leave(result);
}

CUresult cuCtxPushCurrent(CUcontext context) {
  CUresult result = enter("cuCtxPushCurrent");
  struct context *own = find_handle(CONTEXT, context);
  if (!result) result = own == NULL ? CUDA_ERROR_INVALID_CONTEXT : push(own);
  return leave(result);
}

CUresult cuCtxPopCurrent(CUcontext *context) {
  CUresult result = enter("cuCtxPopCurrent");
  if (!result && depth == 0) result = CUDA_ERROR_INVALID_CONTEXT;
  if (!result) {
    depth--;
    if (context != NULL) *context = (CUcontext)stack[depth];
  }
  return leave(result);
}

CUresult cuCtxSetCurrent(CUcontext context) {
  CUresult result = enter("cuCtxSetCurrent");
  struct context *own = find_handle(CONTEXT, context);
  if (!result && context != NULL && own == NULL) result = CUDA_ERROR_INVALID_CONTEXT;
  if (!result) {
    if (depth > 0) depth--;
    if (own != NULL) result = push(own);
  }
  return leave(result);
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  CUresult result = enter("cuCtxGetCurrent");
  if (!result && context == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) *context = (CUcontext)current_context();
  return leave(result);
}

CUresult cuCtxGetDevice(CUdevice *device) {
  CUresult result = enter("cuCtxGetDevice");
  if (!result && device == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result && depth == 0) result = CUDA_ERROR_INVALID_CONTEXT;
  if (!result) *device = stack[depth - 1]->device;
  return leave(result);
}

CUresult cuCtxSynchronize(void) {
  CUresult result = enter("cuCtxSynchronize");
  if (!result) result = needs_context(NULL);
  if (!result) result = wait_for_kernels();
  return leave(result);
}

CUresult cuStreamCreate(CUstream *stream, unsigned int flags) {
  CUresult result = enter("cuStreamCreate");
  struct context *current = current_context();
  if (!result && (stream == NULL || flags > CU_STREAM_NON_BLOCKING))
    result = CUDA_ERROR_INVALID_VALUE;
  if (!result) result = needs_context(NULL);
  if (!result) {
    struct stream *created = new_handle(STREAM, sizeof *created);
    if (created == NULL) return leave(CUDA_ERROR_OUT_OF_MEMORY);
    created->context = current;
    *stream = (CUstream)created;
  }
  return leave(result);
}

CUresult cuStreamDestroy(CUstream stream) {
  CUresult result = enter("cuStreamDestroy");
  struct stream *own = find_handle(STREAM, stream);
  if (!result && own == NULL) result = CUDA_ERROR_INVALID_HANDLE;
  if (!result) own->handle.alive = false;
  return leave(result);
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) {
  CUresult result = enter("cuStreamGetCtx");
  if (!result && context == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) result = needs_context(stream);
  if (!result) *context = (CUcontext)context_of(stream);
  return leave(result);
}

CUresult cuStreamSynchronize(CUstream stream) {
  CUresult result = enter("cuStreamSynchronize");
  if (!result) result = needs_context(stream);
  if (!result) result = wait_for_kernels();
  return leave(result);
}
