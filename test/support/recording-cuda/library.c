/* Libraries and kernels. */
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

#define DEFAULT_SHARED (48 * 1024)
/* From compute capability 9.0 on, `.nv.shared` sections start with memory that the system reserves. */
#define RESERVED_SHARED 1024

bool runs_on(const struct image *image, const struct device *device) {
  const int arch = image->arch;
  if (image->ptx) return 10 * device->major + device->minor >= arch;
  if (arch / 10 != device->major) return false;
  return arch >= 90 ? arch % 10 == device->minor : arch % 10 <= device->minor;
}

int static_shared(const struct kernel *kernel) {
  const int bytes = (int)kernel->image->shared_bytes;
  if (kernel->library->image.arch < 90) return bytes;
  return bytes > RESERVED_SHARED ? bytes - RESERVED_SHARED : 0;
}

struct kernel *kernel_of(const void *handle) {
  struct kernel *kernel = find_handle(KERNEL, handle);
  const struct function *function = find_handle(FUNCTION, handle);
  if (function != NULL && function->context->handle.alive) kernel = function->kernel;
  return kernel != NULL && kernel->library->handle.alive ? kernel : NULL;
}

static bool runs_anywhere(const struct image *image) {
  for (int device = 0; device_at(device) != NULL; device++) {
    if (runs_on(image, device_at(device))) return true;
  }
  return false;
}

/* The compiler's log, by the options of a load. */
struct jit_log {
  char *text;
  size_t size;
};

static CUresult read_jit_options(const CUjit_option *options, void **values, unsigned count,
                                 struct jit_log *log) {
  for (unsigned i = 0; i < count; i++) {
    if ((int)options[i] == CU_JIT_ERROR_LOG_BUFFER) log->text = values[i];
    else if ((int)options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) log->size = (size_t)(uintptr_t)values[i];
    else return CUDA_ERROR_INVALID_VALUE;
  }
  return (log->text == NULL) == (log->size == 0) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* The real driver reads the image only when a kernel is requested. Here a damaged cubin fails at
 * once, and PTX as there: it is compiled at once, and an error is returned for its kernel. */
static CUresult load(const void *code, struct jit_log log, struct library **library) {
  struct image image;
  if (is_ptx(code)) {
    const CUresult error = read_ptx(code, &image, log.text, log.size);
    image.error = error;
  } else {
    const CUresult result = read_image(code, &image);
    if (result) return result;
  }
  *library = new_handle(LIBRARY, sizeof **library);
  if (*library == NULL) abort();
  (*library)->image = image;
  leak_memory();
  return CUDA_SUCCESS;
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jitOptions,
                           void **jitValues, unsigned int jitCount, CUlibraryOption *options,
                           void **values, unsigned int count) {
  (void)options, (void)values;
  struct jit_log log = {NULL, 0};
  struct library *loaded = NULL;
  CUresult result = enter("cuLibraryLoadData");
  if (!result && library == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) result = read_jit_options(jitOptions, jitValues, jitCount, &log);
  if (!result) result = load(code, log, &loaded);
  log_begin("cuLibraryLoadData");
  log_number("options", count);
  if (loaded != NULL) {
    *library = (CUlibrary)loaded;
    log_number("library", loaded->handle.id);
    log_hash("image", loaded->image.hash);
    log_number("bytes", (long long)loaded->image.size);
    log_number("arch", loaded->image.arch);
    if (loaded->image.ptx) log_number("ptx", 1);
    log_open("kernels", '[');
    for (uint32_t i = 0; i < loaded->image.kernel_count; i++)
      log_text(NULL, loaded->image.kernels[i].name);
    log_close(']');
  }
  return leave(log_end(result));
}

CUresult cuLibraryUnload(CUlibrary library) {
  CUresult result = enter("cuLibraryUnload");
  struct library *own = find_handle(LIBRARY, library);
  if (!result && own == NULL) result = CUDA_ERROR_INVALID_HANDLE;
  log_begin("cuLibraryUnload");
  if (own != NULL) log_number("library", own->handle.id);
  if (!result) own->handle.alive = false;
  return leave(log_end(result));
}

/* The kernel's handle, the same for every call, as with the real driver. */
static struct kernel *kernel_in(struct library *library, const char *name) {
  for (uint32_t i = 0; i < library->image.kernel_count; i++) {
    struct kernel_image *image = &library->image.kernels[i];
    if (strcmp(image->name, name) != 0) continue;
    if (image->handle == NULL) {
      struct kernel *kernel = new_handle(KERNEL, sizeof *kernel);
      if (kernel == NULL) abort();
      kernel->library = library;
      kernel->image = image;
      for (int device = 0; device < MAX_DEVICES; device++) {
        kernel->max_dynamic_shared[device] = DEFAULT_SHARED - static_shared(kernel);
      }
      image->handle = kernel;
    }
    return image->handle;
  }
  return NULL;
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
  CUresult result = enter("cuLibraryGetKernel");
  struct library *own = find_handle(LIBRARY, library);
  if (!result && (kernel == NULL || name == NULL)) result = CUDA_ERROR_INVALID_VALUE;
  if (!result && own == NULL) result = CUDA_ERROR_INVALID_HANDLE;
  if (!result) result = own->image.error;
  if (!result && !runs_anywhere(&own->image)) result = CUDA_ERROR_NO_BINARY_FOR_GPU;
  struct kernel *found = result ? NULL : kernel_in(own, name);
  if (!result && found == NULL) result = CUDA_ERROR_NOT_FOUND;
  log_begin("cuLibraryGetKernel");
  if (own != NULL) log_number("library", own->handle.id);
  log_text("kernel", name == NULL ? "" : name);
  if (!result) *kernel = (CUkernel)found;
  return leave(log_end(result));
}

static struct function *function_in(struct kernel *kernel, struct context *context) {
  struct function *function = kernel->functions;
  while (function != NULL && function->context != context) function = function->next;
  if (function != NULL) return function;
  function = new_handle(FUNCTION, sizeof *function);
  if (function == NULL) abort();
  function->kernel = kernel;
  function->context = context;
  function->next = kernel->functions;
  kernel->functions = function;
  return function;
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
  CUresult result = enter("cuKernelGetFunction");
  struct kernel *own = kernel_of(kernel);
  struct context *context = current_context();
  if (!result && function == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result && own == NULL) result = CUDA_ERROR_INVALID_HANDLE;
  if (!result) result = needs_context(NULL);
  if (!result && !runs_on(&own->library->image, device_at(context->device))) {
    result = CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  if (!result) *function = (CUfunction)function_in(own, context);
  return leave(result);
}
