// The driver as one unit, which compiles faster than its files one by one.
#include "context.cpp"
#include "device.cpp"
#include "errors.cpp"
#include "memory.cpp"
#include "module.cpp"
#include "process.cpp"
#include "tensor_map.cpp"
