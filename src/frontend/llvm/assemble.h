// The pieces of the last round, put together: locations with names, threads, and nothing that
// cannot matter.
#pragma once

#include "frontend/llvm/context.h"
#include "program/program.h"

namespace robur::llvmfront {

Program assemble(Context& c, std::vector<Code> codes);

}  // namespace robur::llvmfront
