// The program with what was found out about it written in, as invariants that it claims itself.
//
// A fact belongs in front of the statement whose first action comes next. Where a statement may
// stand the parser knows. Whether the place is the right one is not argued about but tried: what is
// not inductive where it was put is taken out again.
#pragma once

#include "prove/prove.h"

namespace robur::prove {

std::string annotated(const Proof& proof, const ProveOptions& options);

}  // namespace robur::prove
