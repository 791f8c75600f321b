#include "promela/violation.h"

#include <fmt/format.h>

namespace robur::promela {

namespace {

constexpr unsigned kMaxClasses = 256;  // in a condition that is expanded value by value

bool mentionsLoaded(const ExprPtr& e) {
  bool found = false;
  forEachNode(e, [&](const Expr& node) { found |= node.kind == Expr::Kind::Loaded; });
  return found;
}

// The operand that Loaded is compared with in Loaded == e or Loaded != e.
ExprPtr comparedWith(const ExprPtr& e) {
  if (e->kind != Expr::Kind::Binary) return nullptr;
  if (e->binary != BinaryOp::Eq && e->binary != BinaryOp::Ne) return nullptr;
  for (const auto& [side, other] : {std::pair(e->lhs, e->rhs), std::pair(e->rhs, e->lhs)}) {
    if (side->kind == Expr::Kind::Loaded && !mentionsLoaded(other)) return other;
  }
  return nullptr;
}

}  // namespace

std::string acceptance(const ExprText& exprs, const ExprPtr& condition, const Text& loaded) {
  const Text t = exprs.write(condition, loaded);
  for (const Fault& f : t.faults) {
    if (f.property == Property::Within32Bits) {
      throw ExportError(fmt::format(
          "the condition of a wait, {}, may exceed the 32 bits of Promela's int", t.text));
    }
  }
  if (t.range == Interval{0, 0} && t.faults.empty()) return "0";
  const std::string holds = t.faults.empty() && !t.range.contains(0) ? "" : t.text;
  return allOf({noneOf(t.faults), holds});
}

std::string Violation::guarded(const Cell& cell, const std::string& open) const {
  if (open == "0") return "0";
  return allOf({monitor_.reached(cell), open});
}

std::string Violation::hasAny(Purpose purpose, const Cell& cell) const {
  if (never(purpose)) return "0";
  const std::vector<std::string> masks = layout_.slotMask(cell);
  std::vector<std::string> words;
  for (std::size_t w = 0; w < masks.size(); ++w) {
    if (masks[w] == "0") continue;
    words.push_back(fmt::format("({} & {})", monitor_.open(purpose, std::to_string(w)), masks[w]));
  }
  return anyOf(words);
}

std::string Violation::hasSlot(Purpose purpose, const std::string& slot) const {
  if (never(purpose)) return "0";
  if (wordsFor(layout_.valueClasses.total()) == 1) {
    return fmt::format("(({} >> {}) & 1)", monitor_.open(purpose, "0"), slot);
  }
  return fmt::format("(({} >> ({} % {})) & 1)",
                     monitor_.open(purpose, fmt::format("({} / {})", slot, kBitsPerWord)), slot,
                     kBitsPerWord);
}

std::string Violation::hasOther(Purpose purpose, const Cell& cell, const std::string& slot) const {
  if (never(purpose)) return "0";
  const std::vector<std::string> masks = layout_.slotMask(cell);
  std::vector<std::string> words;
  for (std::size_t w = 0; w < masks.size(); ++w) {
    if (masks[w] == "0") continue;
    const std::string bit =
        masks.size() == 1
            ? fmt::format("(1 << {})", slot)
            : fmt::format("({0} / {1} == {2} -> 1 << ({0} % {1}) : 0)", slot, kBitsPerWord, w);
    words.push_back(
        fmt::format("({} & {} & ~{})", monitor_.open(purpose, std::to_string(w)), masks[w], bit));
  }
  return anyOf(words);
}

std::string Violation::read(const Cell& cell) const {
  return guarded(cell, hasAny(Purpose::Read, cell));
}

std::string Violation::write(const Cell& cell) const {
  return guarded(cell, hasAny(Purpose::Write, cell));
}

std::string Violation::update(const Cell& cell) const {
  return guarded(cell, hasAny(Purpose::Update, cell));
}

std::string Violation::bcas(const Cell& cell, const Text& expected) const {
  const std::string slot = layout_.slotOf(cell, expected.text);
  return guarded(cell, allOf({layout_.possible(cell, expected), hasSlot(Purpose::Update, slot)}));
}

std::string Violation::cas(const Cell& cell, const Text& expected) const {
  const std::string slot = layout_.slotOf(cell, expected.text);
  const std::string possible = layout_.possible(cell, expected);
  const std::string succeeds = allOf({possible, hasSlot(Purpose::Update, slot)});
  // A value that the cell cannot hold has no slot to exclude.
  std::vector<std::string> open = {succeeds};
  open.push_back(allOf({possible, hasOther(Purpose::FailedCas, cell, slot)}));
  if (!possible.empty()) {
    open.push_back(allOf({negated(possible), hasAny(Purpose::FailedCas, cell)}));
  }
  return guarded(cell, anyOf(open));
}

std::string Violation::wait(const Cell& cell, const ExprText& exprs,
                            const ExprPtr& condition) const {
  if (never(Purpose::Read)) return "0";
  const ExprPtr other = comparedWith(condition);
  if (!other) return guarded(cell, hasAccepted(cell, exprs, condition));
  const Text value = exprs.write(other);
  if (!value.faults.empty()) return guarded(cell, hasAccepted(cell, exprs, condition));
  const std::string slot = layout_.slotOf(cell, value.text);
  const std::string possible = layout_.possible(cell, value);
  if (condition->binary == BinaryOp::Eq) {
    return guarded(cell, allOf({possible, hasSlot(Purpose::Read, slot)}));
  }
  const std::string others = allOf({possible, hasOther(Purpose::Read, cell, slot)});
  if (possible.empty()) return guarded(cell, others);
  return guarded(cell, anyOf({others, allOf({negated(possible), hasAny(Purpose::Read, cell)})}));
}

// Expands the condition by value and by location, since a pointer may have several targets.
std::string Violation::hasAccepted(const Cell& cell, const ExprText& exprs,
                                   const ExprPtr& e) const {
  std::vector<std::string> accepted;
  for (const LocationId id : cell.candidates) {
    Cell here = cell;
    here.candidates = {id};
    const std::uint32_t first = raw(layout_.program.firstCell(id));
    const std::string there = cell.candidates.size() == 1
                                  ? ""
                                  : fmt::format("({0} >= {1} && {0} < {2})", cell.number, first,
                                                first + layout_.program[id].size());
    const std::vector<std::int64_t> values = layout_.valueClasses.representatives(id);
    if (values.size() > kMaxClasses) {
      throw ExportError(
          fmt::format("the condition of a wait on {} distinguishes more than {} values",
                      layout_.program[id].name, kMaxClasses));
    }
    for (unsigned k = 0; k < values.size(); ++k) {
      const std::string holds = acceptance(exprs, e, literal(values[k]));
      accepted.push_back(allOf({there, holds, hasSlot(Purpose::Read, layout_.slotAt(here, k))}));
    }
  }
  return anyOf(accepted);
}

}  // namespace robur::promela
