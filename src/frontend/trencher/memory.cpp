#include "frontend/trencher/memory.h"

#include <algorithm>

#include "program/validate.h"

namespace robur::frontend_trencher {

namespace {

constexpr std::int64_t kLastCell = kMaxCells - 1;

std::int64_t largestConstant(const std::vector<Automaton>& threads) {
  std::int64_t largest = 0;
  const auto look = [&](const Expr& e) {
    if (e.kind == Expr::Kind::Const) largest = std::max(largest, e.value);
  };
  for (const Automaton& automaton : threads) {
    for (const Transition& t : automaton.transitions) {
      forEachNode(t.value, look);
      forEachNode(t.address, look);
    }
  }
  return largest;
}

}  // namespace

Memory::Memory(const std::vector<Automaton>& threads, const Values& values, Errors& errors) {
  const auto forEachAccess = [&](const auto& visit) {
    for (std::size_t thread = 0; thread < threads.size(); ++thread) {
      for (std::uint32_t i = 0; i < threads[thread].transitions.size(); ++i) {
        const ValueSet& addresses = values.addresses(thread, i);
        if (!addresses.empty()) visit(threads[thread].transitions[i], addresses);
      }
    }
  };
  bool unknown = false;
  forEachAccess([&](const Transition&, const ValueSet& addresses) {
    array_ |= !addresses.single();
    unknown |= addresses.any();
  });
  forEachAccess([&](const Transition& t, const ValueSet& addresses) { use(t, addresses, errors); });
  if (!cells_.empty()) last_ = cells_.rbegin()->first;
  if (unknown) last_ = std::max(last_, std::min(largestConstant(threads), kLastCell));
  std::uint32_t next = 0;
  for (auto& [address, location] : cells_) location = next++;
}

void Memory::use(const Transition& t, const ValueSet& addresses, Errors& errors) {
  if (addresses.any()) return;
  const std::int64_t lowest = addresses.values().front();
  const std::int64_t highest = addresses.values().back();
  if (addresses.single() && lowest < 0) {
    return errors.add(t.span, fmt::format("memory has no address {}", lowest),
                      "addresses begin at 0");
  }
  if (array_ && highest > kLastCell) {
    return errors.add(t.span, fmt::format("this can go to address {}, which is too far", highest),
                      fmt::format("with computed addresses the last one is {}", kLastCell));
  }
  for (const std::int64_t a : addresses.values()) {
    if (a >= 0) cells_.emplace(a, 0);
  }
}

std::vector<Location> Memory::locations() const {
  std::vector<Location> out;
  if (array_) {
    Location mem;
    mem.name = "mem";
    mem.isArray = true;
    mem.init.assign(static_cast<std::size_t>(last_ + 1), 0);
    out.push_back(std::move(mem));
    return out;
  }
  for (const auto& [address, location] : cells_) {
    Location cell;
    cell.name = fmt::format("m{}", address);
    out.push_back(std::move(cell));
  }
  return out;
}

Address Memory::at(const ExprPtr& address, const ValueSet& addresses) const {
  const std::optional<std::int64_t> single = addresses.single();
  if (array_) return {false, LocationId{0}, single ? constant(*single) : address};
  return {false, LocationId{cells_.at(*single)}, nullptr};
}

}  // namespace robur::frontend_trencher
