// Text that both the harness and the probe print: JSON and UUIDs.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

namespace smoke {

inline std::string json_text(const std::string &text) {
  std::string json = "\"";
  for (const char character : text) {
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned char>(character));
    if (static_cast<unsigned char>(character) < 0x20 || character == '"' || character == '\\') json += escaped;
    else json += character;
  }
  return json + '"';
}

/// `null` for NaN and infinities.
inline std::string json_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return std::isfinite(value) ? text : "null";
}

/// A UUID in the format of nvidia-smi and CUDA_VISIBLE_DEVICES.
inline std::string uuid_text(const char (&bytes)[16]) {
  std::string text = "GPU";
  for (int i = 0; i < 16; ++i) {
    char byte[3];
    std::snprintf(byte, sizeof byte, "%02x", static_cast<unsigned char>(bytes[i]));
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += byte;
  }
  return text;
}

}  // namespace smoke
