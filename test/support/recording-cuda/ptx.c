/* Reads the head and the kernel of PTX, as the driver's compiler does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

/* The newest version that the compiler knows, unless RECORDING_CUDA_PTX_VERSION says so: 90 is 9.0. */
#define NEWEST_VERSION 90

static void *grown(void *list, uint32_t count, size_t size) {
  void *larger = realloc(list, count * size);
  if (larger == NULL) abort();
  return larger;
}

/* The size of a parameter such as `.param .u64 .ptr .global .align 1 add_param_0`. */
static uint32_t parameter_size(const char *line) {
  const char *type = strpbrk(line + strlen(".param "), ".");
  return type == NULL ? 0 : (uint32_t)atoi(type + 2) / 8;
}

static void read_parameters(const char *at, struct kernel_image *kernel) {
  uint32_t end = 0;
  const char *last = strchr(at, ')');
  while (last != NULL && (at = strstr(at, ".param ")) != NULL && at < last) {
    const uint32_t size = parameter_size(at);
    const uint32_t offset = size == 0 ? end : (end + size - 1) / size * size;
    const uint32_t index = kernel->parameter_count++;
    kernel->parameters = grown(kernel->parameters, kernel->parameter_count, sizeof *kernel->parameters);
    kernel->parameters[index] = (struct parameter){offset, size};
    end = offset + size;
    at++;
  }
}

bool is_ptx(const void *code) {
  const char *text = code;
  while (strncmp(text, "//", 2) == 0 && strchr(text, '\n') != NULL) text = strchr(text, '\n') + 1;
  return text[0] == '.' || text[0] == '\n';
}

CUresult read_ptx(const char *text, struct image *image, char *log, size_t log_size) {
  const char *version = strstr(text, ".version ");
  const char *target = strstr(text, ".target sm_");
  const char *entry = strstr(text, ".visible .entry ");
  memset(image, 0, sizeof *image);
  image->size = strlen(text);
  if (version == NULL || target == NULL || entry == NULL) {
    snprintf(log, log_size, "ptxas fatal   : Missing .version directive\nptxas fatal   : Ptx assembly aborted");
    return CUDA_ERROR_INVALID_PTX;
  }
  image->ptx = true;
  image->arch = atoi(target + strlen(".target sm_"));
  int major = 0, minor = 0;
  const int newest = (int)number_asked("RECORDING_CUDA_PTX_VERSION", NEWEST_VERSION);
  sscanf(version, ".version %d.%d", &major, &minor);
  if (10 * major + minor > newest) {
    const char *form =
        "ptxas application ptx input, line 5; fatal   : Unsupported .version %d.%d; current version is '%d.%d'";
    snprintf(log, log_size, form, major, minor, newest / 10, newest % 10);
    return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
  }
  struct kernel_image *kernel = calloc(1, sizeof *kernel);
  if (kernel == NULL) abort();
  entry += strlen(".visible .entry ");
  kernel->name = strndup(entry, strcspn(entry, "("));
  if (kernel->name == NULL) abort();
  read_parameters(entry, kernel);
  image->kernels = kernel;
  image->kernel_count = 1;
  return CUDA_SUCCESS;
}
