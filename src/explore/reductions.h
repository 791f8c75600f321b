// What a search may leave out. Each can be switched off, to measure it and to cross-check it;
// verdicts do not change.
#pragma once

namespace robur {

struct Reductions {
  bool partialOrder = true;
  bool symmetry = true;
  bool mergeLocal = true;    // a local step is one transition with the access before it
  bool clearDead = true;     // clear registers and locations that are not used again
  bool columns = true;       // independent columns instead of whole monitor states; needs clearDead
  bool fixpoint = true;      // columns first without their runs; needs columns
  bool coarseValues = true;  // value classes by refinement instead of one class per value
  bool fenceSufficiency = true;  // no monitor where fences keep everything in order
};

}  // namespace robur
