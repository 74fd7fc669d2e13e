/* Reads the tables of a cubin: a 64-bit little-endian ELF file whose `.nv.info` sections describe
 * its kernels. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

#define EM_CUDA_CODE 190
#define CUDA_ENTRY 0x10

enum attribute {
  REQNTID = 0x10,
  FRAME_SIZE = 0x11,
  KPARAM_INFO = 0x17,
  REGCOUNT = 0x2f,
  KPARAM_INFO_V2 = 0x45
};

struct elf {
  const unsigned char *bytes;
  const Elf64_Ehdr *header;
  const Elf64_Shdr *sections;
};

static const char *section_name(const struct elf *elf, const Elf64_Shdr *section) {
  return (const char *)elf->bytes + elf->sections[elf->header->e_shstrndx].sh_offset +
         section->sh_name;
}

static const Elf64_Shdr *find_section(const struct elf *elf, const char *prefix, const char *name) {
  const size_t length = strlen(prefix);
  for (int i = 0; i < elf->header->e_shnum; i++) {
    const char *own = section_name(elf, &elf->sections[i]);
    if (strncmp(own, prefix, length) == 0 && strcmp(own + length, name) == 0)
      return &elf->sections[i];
  }
  return NULL;
}

static uint32_t word(const unsigned char *at) {
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static uint16_t half(const unsigned char *at) {
  uint16_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

/* FNV-1a, 64 bits. */
static uint64_t hash_of(const unsigned char *bytes, size_t size) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

static size_t end_of(const struct elf *elf) {
  const Elf64_Ehdr *header = elf->header;
  uint64_t end = header->e_shoff + (uint64_t)header->e_shnum * sizeof(Elf64_Shdr);
  const uint64_t program = header->e_phoff + (uint64_t)header->e_phnum * header->e_phentsize;
  if (header->e_phnum != 0 && program > end) end = program;
  for (int i = 0; i < header->e_shnum; i++) {
    const Elf64_Shdr *section = &elf->sections[i];
    const uint64_t last = section->sh_offset + section->sh_size;
    if (section->sh_type != SHT_NOBITS && section->sh_type != SHT_NULL && last > end) end = last;
  }
  return end;
}

static void add_parameter(struct kernel_image *kernel, uint32_t ordinal,
                          struct parameter parameter) {
  if (ordinal >= kernel->parameter_count) {
    struct parameter *grown = realloc(kernel->parameters, (ordinal + 1) * sizeof *grown);
    if (grown == NULL) abort();
    memset(grown + kernel->parameter_count, 0,
           (ordinal + 1 - kernel->parameter_count) * sizeof *grown);
    kernel->parameters = grown;
    kernel->parameter_count = ordinal + 1;
  }
  kernel->parameters[ordinal] = parameter;
}

static void read_attribute(struct kernel_image *kernel, int tag, const unsigned char *value) {
  switch (tag) {
    case REGCOUNT:
      if (word(value) == kernel->symbol) kernel->registers = word(value + 4);
      break;
    case FRAME_SIZE:
      if (word(value) == kernel->symbol) kernel->frame_bytes = word(value + 4);
      break;
    case REQNTID:
      for (int i = 0; i < 3; i++) kernel->threads[i] = word(value + 4 * i);
      break;
    case KPARAM_INFO:
      add_parameter(kernel, half(value + 4),
                    (struct parameter){half(value + 6), word(value + 8) >> 18});
      break;
    case KPARAM_INFO_V2:
      add_parameter(kernel, half(value + 4), (struct parameter){half(value + 6), half(value + 8)});
      break;
    default:
      break;
  }
}

/* Each attribute has a format, a tag and a value: two bytes, or (format 4) a count and that many
 * bytes. */
static void read_attributes(const struct elf *elf, const Elf64_Shdr *section,
                            struct kernel_image *kernel) {
  if (section == NULL) return;
  const unsigned char *at = elf->bytes + section->sh_offset;
  const unsigned char *end = at + section->sh_size;
  while (at + 4 <= end) {
    const bool counted = at[0] == 4;
    if (counted) read_attribute(kernel, at[1], at + 4);
    at += counted ? 4 + half(at + 2) : 4;
  }
}

static void read_kernels(const struct elf *elf, struct image *image) {
  const Elf64_Shdr *table = find_section(elf, ".symtab", "");
  const Elf64_Shdr *names = find_section(elf, ".strtab", "");
  const Elf64_Sym *symbols = (const Elf64_Sym *)(const void *)(elf->bytes + table->sh_offset);
  const uint32_t count = (uint32_t)(table->sh_size / sizeof(Elf64_Sym));
  image->kernels = calloc(count, sizeof *image->kernels);
  if (image->kernels == NULL) abort();
  for (uint32_t i = 0; i < count; i++) {
    if (ELF64_ST_TYPE(symbols[i].st_info) != STT_FUNC || !(symbols[i].st_other & CUDA_ENTRY))
      continue;
    struct kernel_image *kernel = &image->kernels[image->kernel_count++];
    kernel->symbol = i;
    kernel->name = strdup((const char *)elf->bytes + names->sh_offset + symbols[i].st_name);
    if (kernel->name == NULL) abort();
    read_attributes(elf, find_section(elf, ".nv.info", ""), kernel);
    read_attributes(elf, find_section(elf, ".nv.info.", kernel->name), kernel);
    const Elf64_Shdr *shared = find_section(elf, ".nv.shared.", kernel->name);
    kernel->shared_bytes = shared == NULL ? 0 : (uint32_t)shared->sh_size;
  }
}

CUresult read_image(const void *code, struct image *image) {
  const unsigned char *bytes = code;
  memset(image, 0, sizeof *image);
  if (bytes == NULL) return CUDA_ERROR_INVALID_VALUE;
  if (memcmp(bytes, ELFMAG, SELFMAG) != 0) return CUDA_ERROR_INVALID_IMAGE;
  /* A copy: an embedded cubin may not have the alignment of the ELF structures. */
  Elf64_Ehdr header;
  memcpy(&header, bytes, sizeof header);
  const int abi = header.e_ident[EI_ABIVERSION];
  if (header.e_machine != EM_CUDA_CODE || header.e_shnum == 0 || (abi != 7 && abi != 8)) {
    return CUDA_ERROR_INVALID_IMAGE;
  }
  const size_t table_size = header.e_shnum * sizeof(Elf64_Shdr);
  Elf64_Shdr *sections = malloc(table_size);
  if (sections == NULL) abort();
  memcpy(sections, bytes + header.e_shoff, table_size);
  const struct elf unaligned = {bytes, &header, sections};
  image->size = end_of(&unaligned);
  image->hash = hash_of(bytes, image->size);
  image->arch = (int)(header.e_flags >> (abi == 7 ? 0 : 8)) & 0xff;
  unsigned char *copy = malloc(image->size);
  if (copy == NULL) abort();
  memcpy(copy, bytes, image->size);
  const struct elf elf = {copy, &header, sections};
  read_kernels(&elf, image);
  free(copy);
  free(sections);
  return CUDA_SUCCESS;
}

void free_image(struct image *image) {
  for (uint32_t i = 0; i < image->kernel_count; i++) {
    free(image->kernels[i].name);
    free(image->kernels[i].parameters);
  }
  free(image->kernels);
}
