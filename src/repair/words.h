// Orders as the text languages write them.
#pragma once

#include "program/types.h"

namespace robur {

constexpr const char* orderWord(Order order) {
  switch (order) {
    case Order::NonAtomic:
      return "na";
    case Order::Rlx:
      return "rlx";
    case Order::Acq:
      return "acq";
    case Order::Rel:
      return "rel";
    case Order::AcqRel:
      return "acq_rel";
    case Order::Sc:
      return "sc";
  }
  return "";
}

}  // namespace robur
