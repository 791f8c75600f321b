// The source text with the invariants that were found inserted as claims.
//
// An invariant is inserted before the statement whose first action comes next, if the grammar
// allows a statement there. Whether the insertion is correct is tested rather than derived: claims
// that turn out not to be inductive at that line are removed again.
#pragma once

#include "prove/prove.h"

namespace robur::prove {

std::string annotated(const Proof& proof, const ProveOptions& options);

}  // namespace robur::prove
