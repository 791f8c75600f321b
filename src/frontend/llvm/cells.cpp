#include "frontend/llvm/cells.h"

#include <fmt/format.h>

namespace robur::frontend_llvm {

Leaf& Cells::leafAt(const Target& target, unsigned size, Order order, bool isPointer) {
  auto& leaves = c.assumed.leaves[target.object];
  const auto [it, fresh] = leaves.try_emplace(target.offset);
  Leaf& leaf = it->second;
  if (fresh) c.assumed.changed = true;
  if (size == 0) return leaf;
  const auto clash = [&](const Span& other) {
    code.refuse(*code.current,
                fmt::format("this accesses {} byte{} of a shared object that line {} accesses with "
                            "another size",
                            size, size == 1 ? "" : "s", other.line),
                "access each part of a shared object with one type only");
  };
  if (leaf.size == 0) {
    leaf.size = size;
    leaf.span = code.here(*code.current);
    c.assumed.changed = true;
    for (const auto& [offset, other] : leaves) {
      const bool apart = offset + other.size <= target.offset || target.offset + size <= offset;
      if (&other != &leaf && other.size != 0 && !apart) clash(other.span);
    }
  } else if (leaf.size != size) {
    clash(leaf.span);
  }
  if (order != Order::NonAtomic && !leaf.atomic) leaf.atomic = c.assumed.changed = true;
  if (isPointer && !leaf.pointer) leaf.pointer = c.assumed.changed = true;
  return leaf;
}

LocationId Cells::locationOf(const Target& target) const {
  const std::int64_t cell = c.round.layout.cell(target);
  return LocationId{cell < 0 ? 0 : static_cast<std::uint32_t>(cell)};
}

void Cells::leaveUnset(Leaf& leaf) {
  if (!leaf.unset) leaf.unset = c.assumed.changed = true;
}

void Cells::noteWritten(Leaf& leaf, const Targets& targets) {
  c.assumed.point(leaf.targets, targets);
  if (!targets.empty() && !leaf.pointer) leaf.pointer = c.assumed.changed = true;
  if (!leaf.written) leaf.written = c.assumed.changed = true;
}

ExprPtr Cells::encoded(const Target& target) {
  const Object& object = c.objects[target.object];
  if (object.kind == Object::Kind::Function) {
    const auto* function = llvm::cast<llvm::Function>(object.origin);
    std::size_t i = 0;
    while (i < c.functions.size() && c.functions[i] != function) ++i;
    if (i == c.functions.size()) {
      c.functions.push_back(function);
      c.assumed.changed = true;
    }
    return constant(kFunctionBase + static_cast<std::int64_t>(i));
  }
  if (target.offset < 0 || target.offset >= object.size) return constant(0);
  leafAt(target, 0, Order::NonAtomic, false);
  const std::int64_t cell = c.round.layout.cell(target);
  return constant(cell < 0 ? 0 : kPointerBase + cell);
}

ExprPtr Cells::exprOf(const Val& v) {
  switch (v.kind) {
    case Val::Kind::Int:
      return constant(v.value);
    case Val::Kind::Addr:
      return encoded({v.object, v.value});
    case Val::Kind::Dyn:
      return v.expr;
    default:
      return constant(0);
  }
}

}  // namespace robur::frontend_llvm
