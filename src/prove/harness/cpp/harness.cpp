// The harness as one unit. Its files take three times as long if they are compiled one by one, because most of the time
// goes into the headers of the standard library.
#include "buffer.cpp"
#include "call.cpp"
#include "checks.cpp"
#include "compare.cpp"
#include "driver.cpp"
#include "inspect.cpp"
#include "main.cpp"
#include "memory.cpp"
#include "numbers.cpp"
#include "plan.cpp"
#include "report.cpp"
#include "timing.cpp"
#include "trial.cpp"

#include <gpu/device.cpp>
