#include "verify/requirement.h"

#include <algorithm>

namespace robur::verify {

ThreadSystem systemOf(std::vector<Automaton> threads, std::uint32_t cells) {
  ThreadSystem out{std::move(threads), cells, {}, {}};
  for (const Automaton& a : out.threads) {
    out.writes.push_back(a.writtenUpTo(kAnywhere));
    const auto twin = std::find_if(out.threads.begin(), out.threads.end(), [&](const Automaton& o) {
      return o.nodes == a.nodes && o.macros == a.macros;
    });
    out.kind.push_back(static_cast<std::uint32_t>(twin - out.threads.begin()));
  }
  out.writes.emplace_back(cells, only(0));
  return out;
}

}  // namespace robur::verify
