#include "frontend/llvm/same.h"

#include <algorithm>

namespace robur::frontend_llvm {

bool sameVal(const Val& a, const Val& b) {
  if (a.kind != b.kind || a.width != b.width) return false;
  switch (a.kind) {
    case Val::Kind::Undef:
      return true;
    case Val::Kind::Int:
      return a.value == b.value &&
             (a.origins == b.origins || (a.origins && b.origins && *a.origins == *b.origins));
    case Val::Kind::Addr:
      return a.object == b.object && a.value == b.value;
    case Val::Kind::Agg:
      return std::ranges::equal(a.parts, b.parts, sameVal);
    default:
      return false;
  }
}

bool sameContents(const Contents& a, const Contents& b) {
  return a.escaped == b.escaped && a.zeroed == b.zeroed && a.freed == b.freed &&
         std::ranges::equal(a.cells, b.cells, [](const auto& x, const auto& y) {
           return x.first == y.first && x.second.size == y.second.size &&
                  sameVal(x.second.val, y.second.val);
         });
}

}  // namespace robur::frontend_llvm
