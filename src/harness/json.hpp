// Text as JSON.
#pragma once

#include <cmath>
#include <cstdio>
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

/// null for what is no number.
inline std::string json_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return std::isfinite(value) ? text : "null";
}

}  // namespace smoke
