// Orders and fences as reports show them, in the notation of the language that the text editor
// works on.
#pragma once

#include <string>

#include "frontend/language.h"
#include "program/print.h"
#include "program/types.h"

namespace robur {

// What C and C++ write after "memory_order_".
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

inline std::string orderText(TextEditor editor, Order order) {
  if (editor != TextEditor::C) return spelling(order);
  return std::string("memory_order_") + orderNameInC(order);
}

inline std::string fenceText(TextEditor editor, Order order) {
  if (editor == TextEditor::Transitions) return "mfence";
  return (editor == TextEditor::C ? "atomic_thread_fence(" : "fence(") + orderText(editor, order) +
         ")";
}

}  // namespace robur
