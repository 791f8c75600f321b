#include "promela/value_classes.h"

#include <algorithm>

#include <fmt/format.h>

#include "promela/expr_text.h"

namespace robur::promela {

namespace {

constexpr std::uint64_t kMaxSlots = 2048;
constexpr std::uint64_t kSmallType = 256;

bool isLoaded(const ExprPtr& e) {
  return e->kind == Expr::Kind::Loaded;
}

}  // namespace

ValueClasses::ValueClasses(const Program& program, const Ranges& ranges,
                           const std::vector<bool>& tracked, ExportOptions::Values values)
    : program_(program),
      ranges_(ranges),
      all_(values == ExportOptions::Values::All),
      classes_(program.locations.size()) {
  for (std::size_t l = 0; l < classes_.size(); ++l) classes_[l].tracked = tracked[l];
  for (const Thread& thread : program.threads) {
    for (const Instr& instr : program[thread.code].instrs) collect(thread, instr);
  }
  number();
}

void ValueClasses::collect(const Thread& thread, const Instr& instr) {
  const bool compares = instr.op == Instr::Op::Cas || instr.op == Instr::Op::Bcas;
  if (!compares && instr.op != Instr::Op::Wait) return;
  for (std::size_t l = 0; l < classes_.size(); ++l) {
    LocationClasses& classes = classes_[l];
    const bool touched = instr.address.pointer || raw(instr.address.base) == l;
    if (!touched || !classes.tracked) continue;
    if (all_ && program_.locations[l].type.extent() < kSmallType) classes.every = true;
    if (compares) {
      addExpected(classes, program_.locations[l], thread, instr.expected);
      continue;
    }
    std::vector<std::int64_t> values;
    if (!collectCondition(thread, instr.value, values)) classes.every = true;
    classes.critical.insert(classes.critical.end(), values.begin(), values.end());
  }
}

void ValueClasses::addExpected(LocationClasses& classes, const Location& location,
                               const Thread& thread, const ExprPtr& e) {
  const std::optional<std::int64_t> v = constantFor(program_, thread, e);
  if (v) {
    classes.critical.push_back(location.type.wrap(*v));
  } else {
    classes.every = true;
  }
}

// True if e only compares the value read with constants, which are added to `values`.
bool ValueClasses::collectCondition(const Thread& thread, const ExprPtr& e,
                                    std::vector<std::int64_t>& values) {
  if (isLoaded(e)) {
    values.push_back(0);
    return true;
  }
  if (e->kind == Expr::Kind::Unary && e->unary == UnaryOp::Not) {
    return collectCondition(thread, e->lhs, values);
  }
  if (e->kind != Expr::Kind::Binary) return constantFor(program_, thread, e).has_value();
  if (e->binary == BinaryOp::And || e->binary == BinaryOp::Or) {
    return collectCondition(thread, e->lhs, values) && collectCondition(thread, e->rhs, values);
  }
  if (e->binary == BinaryOp::Eq || e->binary == BinaryOp::Ne) {
    const ExprPtr& other = isLoaded(e->lhs) ? e->rhs : e->lhs;
    if (isLoaded(e->lhs) != isLoaded(e->rhs)) {
      const std::optional<std::int64_t> v = constantFor(program_, thread, other);
      if (v) values.push_back(*v);
      return v.has_value();
    }
  }
  return constantFor(program_, thread, e).has_value();
}

void ValueClasses::number() {
  for (std::size_t l = 0; l < classes_.size(); ++l) {
    LocationClasses& classes = classes_[l];
    classes.first = total_;
    if (!classes.tracked) continue;
    const Location& location = program_.locations[l];
    const Interval& range = ranges_.location(static_cast<LocationId>(l));
    std::erase_if(classes.critical, [&](std::int64_t v) { return !range.contains(v); });
    std::ranges::sort(classes.critical);
    classes.critical.erase(std::unique(classes.critical.begin(), classes.critical.end()),
                           classes.critical.end());
    const std::uint64_t extent =
        static_cast<std::uint64_t>(range.hi) - static_cast<std::uint64_t>(range.lo);
    if (extent <= classes.critical.size()) classes.every = true;
    if (classes.every && extent >= kMaxSlots) {
      throw ExportError(
          fmt::format("{} can have more than {} values, and each of them matters; give it "
                      "a smaller type",
                      location.name, kMaxSlots));
    }
    classes.rest = !classes.every;
    classes.count = static_cast<unsigned>(classes.every ? extent + 1 : classes.critical.size() + 1);
    const std::uint64_t all = total_ + std::uint64_t{classes.count} * location.size();
    if (all > kMaxSlots) {
      throw ExportError(
          fmt::format("the monitor would need more than {} slots (one for each value that "
                      "matters of each cell)",
                      kMaxSlots));
    }
    total_ = static_cast<unsigned>(all);
  }
}

std::string ValueClasses::classOf(LocationId id, const std::string& value) const {
  const LocationClasses& classes = classes_[raw(id)];
  if (classes.every) {
    const std::int64_t lo = ranges_.location(id).lo;
    if (classes.count == 1) return "0";
    return lo == 0 ? value : fmt::format("({} - {})", value, promela::number(lo));
  }
  std::string text = std::to_string(classes.critical.size());
  for (std::size_t i = classes.critical.size(); i-- > 0;) {
    text =
        fmt::format("({} == {} -> {} : {})", value, promela::number(classes.critical[i]), i, text);
  }
  return text;
}

std::vector<std::int64_t> ValueClasses::representatives(LocationId id) const {
  const LocationClasses& classes = classes_[raw(id)];
  const Interval& range = ranges_.location(id);
  std::vector<std::int64_t> values;
  if (classes.every) {
    for (std::int64_t v = range.lo; v <= range.hi; ++v) values.push_back(v);
    return values;
  }
  values = classes.critical;
  std::int64_t other = range.lo;
  while (std::ranges::binary_search(classes.critical, other)) ++other;
  values.push_back(other);
  return values;
}

std::string ValueClasses::describe(LocationId id) const {
  const LocationClasses& classes = classes_[raw(id)];
  const Interval& range = ranges_.location(id);
  const unsigned from = classes.first;
  if (classes.every) {
    return fmt::format("{}..{}: the values {}..{}", from, from + classes.count - 1, range.lo,
                       range.hi);
  }
  std::string text;
  for (std::size_t i = 0; i < classes.critical.size(); ++i) {
    text += fmt::format("{}: the value {}, ", from + i, classes.critical[i]);
  }
  return text + fmt::format("{}: {}", from + classes.critical.size(),
                            classes.critical.empty() ? "every value" : "every other value");
}

}  // namespace robur::promela
