// Initialisation, contexts, streams and events. Work is done when a call returns, so that there is nothing to wait for.
#include <chrono>
#include <set>

#include "driver.hpp"

struct CUctx_st {
  int references = 0;  // of the primary context
  bool is_primary = false;
};

struct CUstream_st {
  CUcontext context = nullptr;
};

struct CUevent_st {
  std::chrono::steady_clock::time_point time;
  bool is_recorded = false;
};

namespace emulator {
namespace {

std::mutex mutex;
bool initialised = false;
CUctx_st primary;
std::set<CUcontext> contexts;
std::set<CUstream> streams;
std::set<CUevent> events;
thread_local std::vector<CUcontext> stack;

CUcontext current() { return stack.empty() ? nullptr : stack.back(); }

/// The context of a stream; null for an invalid one. The default streams are in the current context.
CUcontext context_of(CUstream stream) {
  if (stream == nullptr || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD) return current();
  return streams.count(stream) ? stream->context : nullptr;
}

CUresult on_stream(const Call &call, CUstream stream) {
  if (const CUresult result = call.ready()) return result;
  if (lost()) return lost();
  if (context_of(stream)) return CUDA_SUCCESS;
  return current() ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_CONTEXT;
}

}  // namespace

Call::Call() : lock_(mutex) {}

CUresult Call::ready() const { return initialised ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED; }

CUresult Call::in_context() const {
  if (const CUresult result = ready()) return result;
  if (lost()) return lost();
  if (!current()) return CUDA_ERROR_INVALID_CONTEXT;
  return contexts.count(current()) ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

}  // namespace emulator

using namespace emulator;

CUresult cuInit(unsigned int flags) {
  const Call call;
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  if (!initialised) {
    std::string problem = map_memory();
    if (problem.empty()) problem = start_process();
    if (!problem.empty()) return fail(CUDA_ERROR_NO_DEVICE, "the emulator cannot start: " + problem, false);
  }
  initialised = true;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  if (!context) return CUDA_ERROR_INVALID_VALUE;
  primary.is_primary = true;
  ++primary.references;
  contexts.insert(&primary);
  *context = &primary;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  if (primary.references == 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (--primary.references == 0) contexts.erase(&primary);
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *context, unsigned int, CUdevice device) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  if (!context) return CUDA_ERROR_INVALID_VALUE;
  *context = new CUctx_st;
  contexts.insert(*context);
  stack.push_back(*context);
  return CUDA_SUCCESS;
}

CUresult cuCtxDestroy(CUcontext context) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  if (!contexts.count(context) || context->is_primary) return CUDA_ERROR_INVALID_CONTEXT;
  contexts.erase(context);
  if (current() == context) stack.pop_back();
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  if (!contexts.count(context)) return CUDA_ERROR_INVALID_CONTEXT;
  stack.push_back(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext *context) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  if (stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  if (context) *context = stack.back();
  stack.pop_back();
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  if (context && !contexts.count(context)) return CUDA_ERROR_INVALID_CONTEXT;
  if (!stack.empty()) stack.pop_back();
  if (context) stack.push_back(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  if (!context) return CUDA_ERROR_INVALID_VALUE;
  *context = current();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  if (!device) return CUDA_ERROR_INVALID_VALUE;
  if (!current()) return CUDA_ERROR_INVALID_CONTEXT;
  *device = 0;
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void) {
  const Call call;
  return call.in_context();
}

CUresult cuStreamCreate(CUstream *stream, unsigned int flags) {
  const Call call;
  if (const CUresult result = call.in_context()) return result;
  if (!stream || flags > CU_STREAM_NON_BLOCKING) return CUDA_ERROR_INVALID_VALUE;
  *stream = *streams.insert(new CUstream_st{current()}).first;
  return CUDA_SUCCESS;
}

CUresult cuStreamDestroy(CUstream stream) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  return streams.erase(stream) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) {
  const Call call;
  if (const CUresult result = on_stream(call, stream)) return result;
  if (!context) return CUDA_ERROR_INVALID_VALUE;
  *context = context_of(stream);
  return CUDA_SUCCESS;
}

CUresult cuStreamQuery(CUstream stream) {
  const Call call;
  return on_stream(call, stream);
}

CUresult cuStreamSynchronize(CUstream stream) { return cuStreamQuery(stream); }

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int) {
  const Call call;
  if (const CUresult result = on_stream(call, stream)) return result;
  return events.count(event) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuEventCreate(CUevent *event, unsigned int) {
  const Call call;
  if (const CUresult result = call.in_context()) return result;
  if (!event) return CUDA_ERROR_INVALID_VALUE;
  *event = *events.insert(new CUevent_st).first;
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy(CUevent event) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  return events.erase(event) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  const Call call;
  if (const CUresult result = on_stream(call, stream)) return result;
  if (!events.count(event)) return CUDA_ERROR_INVALID_HANDLE;
  event->time = std::chrono::steady_clock::now();
  event->is_recorded = true;
  return CUDA_SUCCESS;
}

CUresult cuEventQuery(CUevent event) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  return events.count(event) ? lost() : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuEventSynchronize(CUevent event) { return cuEventQuery(event); }

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  if (!milliseconds) return CUDA_ERROR_INVALID_VALUE;
  if (!events.count(start) || !events.count(end) || !start->is_recorded || !end->is_recorded)
    return CUDA_ERROR_INVALID_HANDLE;
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
  return CUDA_SUCCESS;
}

/// What the headers of CUDA 13 call it.
extern "C" __attribute__((visibility("default"))) CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent start,
                                                                                 CUevent end) {
  return cuEventElapsedTime(milliseconds, start, end);
}
