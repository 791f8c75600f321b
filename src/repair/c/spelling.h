// How a file writes memory orders and fences. There are five ways, of which a file can see some:
//
//   std::memory_order_acquire    std::atomic_thread_fence    C++
//   std::memory_order::acquire   std::atomic_thread_fence    C++20
//   memory_order_acquire         atomic_thread_fence         C, or C++ with a using
//   memory_order::acquire        atomic_thread_fence         the same in C++20
//   __ATOMIC_ACQUIRE             __atomic_thread_fence       the compiler's own, without a header
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/types.h"
#include "repair/c/tokens.h"

namespace robur::repair_c {

struct Spelling {
  std::string prefix;  // of an order: "std::memory_order_"
  std::string fence;   // the fence's function: "std::atomic_thread_fence"

  std::string order(Order order) const;
  std::string fenceCall(Order order) const;
  friend bool operator==(const Spelling&, const Spelling&) = default;
};

// The spelling of an order that is written like this; nothing if it is none.
std::optional<Spelling> spellingOf(std::string_view order);
// Another order, written as this one is, whatever comes before it in the name:
// `rte_memory_order_relaxed` becomes `rte_memory_order_acquire`. Nothing if this names no order.
std::optional<std::string> inStyleOf(std::string_view written, Order order);
// The spellings to try in a file, best first: what it uses already, then what its language has,
// then the compiler's own.
std::vector<Spelling> spellingsFor(const std::vector<Token>& tokens, bool cplusplus);

}  // namespace robur::repair_c
