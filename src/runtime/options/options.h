// Access to ROBUR_OPTIONS. They are read once, at first use: instrumented code may
// run before the runtime is initialised.
#pragma once

#include "runtime/state/runtime.h"

namespace robur::runtime {

void readOptions();
inline const Options& options() {
  if (!rt.optionsRead) [[unlikely]]
    readOptions();
  return rt.options;
}

}  // namespace robur::runtime
