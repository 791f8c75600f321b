// Functions without a body that no part of the translator knows. All that a round of the
// translation calls are collected, so that one error names them together.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/llvm/refusal.h"

namespace robur::frontend_llvm {

class UnknownBodies {
 public:
  // The function by its name for the linker.
  void add(const std::string& function, const std::string& caller, Span call) {
    callers_[function].try_emplace(caller, call);
  }
  bool empty() const { return callers_.empty(); }
  Refusal refusal() const;

 private:
  std::map<std::string, std::map<std::string, Span>> callers_;
};

}  // namespace robur::frontend_llvm
