// A device's UUID.
#pragma once

#include <cuda.h>

#include <cstdio>
#include <string>

namespace smoke {

/// As the driver's tools write it, and as CUDA_VISIBLE_DEVICES takes it.
inline std::string uuid_text(const CUuuid &uuid) {
  std::string text = "GPU";
  for (int i = 0; i < 16; ++i) {
    char byte[3];
    std::snprintf(byte, sizeof byte, "%02x", static_cast<unsigned char>(uuid.bytes[i]));
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += byte;
  }
  return text;
}

}  // namespace smoke
