#include "repair/c/spelling.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include "repair/words.h"

namespace robur::repair_c {

namespace {

const std::array<Spelling, 5>& everySpelling() {
  static const std::array<Spelling, 5> all = {{{"std::memory_order_", "std::atomic_thread_fence"},
                                               {"std::memory_order::", "std::atomic_thread_fence"},
                                               {"memory_order_", "atomic_thread_fence"},
                                               {"memory_order::", "atomic_thread_fence"},
                                               {"__ATOMIC_", "__atomic_thread_fence"}}};
  return all;
}

constexpr std::string_view kNames[] = {"relaxed", "consume", "acquire",
                                       "release", "acq_rel", "seq_cst"};

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

bool ownOfCompiler(const Spelling& s) {
  return s.prefix == "__ATOMIC_";
}

}  // namespace

std::string Spelling::order(Order order) const {
  return prefix +
         (ownOfCompiler(*this) ? upper(orderNameInC(order)) : std::string(orderNameInC(order)));
}

std::string Spelling::fenceCall(Order o) const {
  return fence + "(" + order(o) + ")";
}

std::optional<Spelling> spellingOf(std::string_view order) {
  for (const Spelling& s : everySpelling()) {
    if (!order.starts_with(s.prefix)) continue;
    const std::string_view name = order.substr(s.prefix.size());
    const bool known = std::ranges::any_of(kNames, [&](std::string_view one) {
      return ownOfCompiler(s) ? upper(one) == name : one == name;
    });
    if (known) return s;
  }
  return std::nullopt;
}

std::optional<std::string> inStyleOf(std::string_view written, Order order) {
  const bool name = std::ranges::all_of(written, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':';
  });
  const std::string loud = upper(written);
  for (const std::string_view each : kNames) {
    if (!name || !loud.ends_with(upper(each))) continue;
    const std::size_t begin = written.size() - each.size();
    const std::string_view prefix = written.substr(0, begin);
    const bool aboutOrders = loud.substr(0, begin).find("ORDER") != std::string::npos ||
                             loud.substr(0, begin).find("ATOMIC") != std::string::npos;
    const bool apart = prefix.ends_with('_') || prefix.ends_with(':');
    if (!aboutOrders || !apart) continue;
    if (written.substr(begin) == each) return std::string(prefix) + orderNameInC(order);
    if (written.substr(begin) == upper(each)) {
      return std::string(prefix) + upper(orderNameInC(order));
    }
  }
  return std::nullopt;
}

std::vector<Spelling> spellingsFor(const std::vector<Token>& tokens, bool cplusplus) {
  std::vector<Spelling> out;
  const auto add = [&](const Spelling& s) {
    if (std::ranges::find(out, s) == out.end()) out.push_back(s);
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].word()) continue;
    // std::memory_order::acquire has up to five tokens and is recognised at the last of them.
    std::string text(tokens[i].text);
    for (std::size_t back = i; back >= 2 && tokens[back - 1].is("::"); back -= 2) {
      text = std::string(tokens[back - 2].text) + "::" + text;
    }
    if (const std::optional<Spelling> found = spellingOf(text)) add(*found);
    if (!out.empty()) break;
  }
  add(everySpelling()[cplusplus ? 0 : 2]);
  add(everySpelling()[4]);
  return out;
}

}  // namespace robur::repair_c
