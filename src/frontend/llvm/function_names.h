// Functions that the command line names: by the name of the linker, or as the source spells them,
// qualified as far as is needed, with or without the parameters: `push`, `Queue<int>::push`,
// `lib::Queue<int>::push(int const&)`.
#pragma once

#include <string>
#include <vector>

#include "frontend/llvm/load.h"

namespace robur::frontend_llvm {

// Splits at commas that stand in no brackets, and leaves out blanks around the names.
std::vector<std::string> namesIn(const std::string& list);

// The same for lists that are separated by semicolons. A name that a list repeats counts once.
std::vector<std::vector<std::string>> groupsIn(const std::string& lists);

// The only defined function that the name fits best, for this option; null, with the reason, if
// there is none or several.
llvm::Function* functionNamed(llvm::Module& module, const std::string& name,
                              const std::string& option, LoadFailure& failure);

}  // namespace robur::frontend_llvm
