// The function in which the translated program begins.
#pragma once

#include "frontend/llvm/load.h"

namespace robur::frontend_llvm {

// Adds __robur_start to the module: it calls the constructors of global variables and the functions
// that are to run first, and then main, or creates a thread for each entry of the request and the
// client (client.h). False, with the reason, if a function is missing.
bool addStart(llvm::Module& module, const Request& request, LoadFailure& failure);

}  // namespace robur::frontend_llvm
