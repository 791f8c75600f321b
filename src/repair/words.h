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

inline std::string orderText(Wording wording, Order order) {
  if (wording != Wording::C) return orderWord(order);
  switch (order) {
    case Order::Acq:
      return "memory_order_acquire";
    case Order::Rel:
      return "memory_order_release";
    case Order::AcqRel:
      return "memory_order_acq_rel";
    case Order::Sc:
      return "memory_order_seq_cst";
    default:
      return "memory_order_relaxed";
  }
}

inline std::string fenceText(Wording wording, Order order) {
  if (wording == Wording::Trencher) return "mfence";
  return (wording == Wording::C ? "atomic_thread_fence(" : "fence(") + orderText(wording, order) +
         ")";
}

}  // namespace robur
