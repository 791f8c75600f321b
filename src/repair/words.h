// Orders as the text languages write them, and as C does; fences likewise.
#pragma once

#include <string>

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

enum class Wording : unsigned char { Short, C, Trencher };

// What C and C++ write behind "memory_order_".
inline const char* orderNameInC(Order order) {
  switch (order) {
    case Order::Acq:
      return "acquire";
    case Order::Rel:
      return "release";
    case Order::AcqRel:
      return "acq_rel";
    case Order::Sc:
      return "seq_cst";
    default:
      return "relaxed";
  }
}

inline std::string orderText(Wording wording, Order order) {
  if (wording != Wording::C) return orderWord(order);
  return std::string("memory_order_") + orderNameInC(order);
}

inline std::string fenceText(Wording wording, Order order) {
  if (wording == Wording::Trencher) return "mfence";
  return (wording == Wording::C ? "atomic_thread_fence(" : "fence(") + orderText(wording, order) +
         ")";
}

}  // namespace robur
