#include "frontend/llvm/unknown_bodies.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Demangle/Demangle.h>

namespace robur::frontend_llvm {

Refusal UnknownBodies::refusal() const {
  std::vector<std::string> names;
  std::vector<std::string> calls;
  for (const auto& [function, callers] : callers_) {
    names.push_back(function);
    const std::string shown = llvm::demangle(function);
    std::vector<std::string> places;
    for (const auto& [caller, span] : callers) {
      places.push_back(span.known() ? fmt::format("{} in line {}", caller, span.line) : caller);
    }
    calls.push_back(fmt::format("{} (called by {})", shown, fmt::join(places, ", ")));
  }
  const Span first = callers_.begin()->second.begin()->second;
  const std::string help = fmt::format(
      "also pass the file that defines {}; if the calls have no effect that matters: "
      "--assume-pure {}",
      names.size() == 1 ? "it" : "them", fmt::join(names, ","));
  if (names.size() == 1) {
    return Refusal(first, fmt::format("the body of {} is not known", calls[0]), help);
  }
  return Refusal(first,
                 fmt::format("the bodies of {} functions are not known: {}", names.size(),
                             fmt::join(calls, ", ")),
                 help);
}

}  // namespace robur::frontend_llvm
