#include "frontend/llvm/cells.h"

#include <fmt/format.h>

#include "frontend/llvm/numeric_addresses.h"

namespace robur::frontend_llvm {

Leaf& Cells::leafAt(const Target& target, unsigned size, Order order, bool isPointer) {
  auto& leaves = c.assumed.leaves[target.object];
  const auto [it, fresh] = leaves.try_emplace(target.offset);
  Leaf& leaf = it->second;
  if (fresh) c.assumed.changed = true;
  if (size == 0) return leaf;
  if (leaf.size != size) {
    makeRoom(target, size, order != Order::NonAtomic);
    Leaf& own = leaves[target.offset];
    own.size = size;
    own.span = code.here(*code.current);
    c.assumed.changed = true;
    return leafAt(target, size, order, isPointer);
  }
  if (order != Order::NonAtomic && !leaf.atomic) leaf.atomic = c.assumed.changed = true;
  if (isPointer && !leaf.pointer) leaf.pointer = c.assumed.changed = true;
  return leaf;
}

// Cells that overlap the bytes give way. What they hold are parts of numbers from now on.
void Cells::makeRoom(const Target& target, unsigned size, bool atomic) {
  auto& leaves = c.assumed.leaves[target.object];
  const std::int64_t end = target.offset + size;
  std::vector<std::pair<std::int64_t, Leaf>> overlapping;
  for (const auto& [offset, leaf] : around(leaves, target.offset, size)) {
    const bool apart =
        leaf.size == 0 || leaf.flag || offset + leaf.size <= target.offset || end <= offset;
    if (!apart) overlapping.emplace_back(offset, leaf);
  }
  Leaf own = leaves[target.offset];
  for (const auto& [offset, leaf] : overlapping) {
    const bool inside = target.offset <= offset && offset + leaf.size <= end;
    if (leaf.atomic && !(atomic && inside)) {
      code.refuse(*code.current,
                  fmt::format("this accesses {} byte{} of a shared object, and line {} accesses "
                              "other bytes of them atomically",
                              size, size == 1 ? "" : "s", leaf.span.line),
                  "access each part of a shared object with one type only");
    }
    Leaf part = leaf;
    part.pointer = false;
    part.wide = true;
    leaves[offset].size = 0;
    const auto put = [&](std::int64_t begin, std::int64_t stop) {
      if (begin >= stop) return;
      part.size = static_cast<unsigned>(stop - begin);
      leaves[begin] = part;
    };
    put(offset, std::min(target.offset, offset + leaf.size));
    put(std::max(end, offset), offset + leaf.size);
    own.targets.insert(leaf.targets.begin(), leaf.targets.end());
    own.written |= leaf.written;
    own.unset |= leaf.unset;
    own.wide = true;
  }
  if (!overlapping.empty()) own.pointer = false;
  leaves[target.offset] = own;
}

void Cells::boundariesIn(const Target& target, unsigned size, std::set<unsigned>& out) const {
  const auto object = c.assumed.leaves.find(target.object);
  if (object == c.assumed.leaves.end()) return;
  for (const auto& [offset, leaf] : around(object->second, target.offset, size)) {
    if (leaf.size == 0 || leaf.flag) continue;
    for (const std::int64_t at : {offset - target.offset, offset + leaf.size - target.offset}) {
      if (at > 0 && at < static_cast<std::int64_t>(size)) out.insert(static_cast<unsigned>(at));
    }
  }
}

std::optional<Target> Cells::wholeOf(const Target& target, unsigned size) const {
  const auto object = c.assumed.leaves.find(target.object);
  if (object == c.assumed.leaves.end()) return std::nullopt;
  for (const auto& [offset, leaf] : around(object->second, target.offset, size)) {
    if (!leaf.atomic || leaf.flag || leaf.size <= size) continue;
    if (offset <= target.offset && target.offset + size <= offset + leaf.size) {
      return Target{target.object, offset};
    }
  }
  return std::nullopt;
}

LocationId Cells::locationOf(const Target& target) const {
  const std::int64_t cell = c.round.layout.cell(target);
  return LocationId{cell < 0 ? 0 : static_cast<std::uint32_t>(cell)};
}

void Cells::leaveUnset(Leaf& leaf) {
  if (!leaf.unset) leaf.unset = c.assumed.changed = true;
}

void Cells::noteWritten(Leaf& leaf, const Val& value) {
  noteHeld(leaf, value);
  c.assumed.raise(leaf.written);
}

void Cells::noteHeld(Leaf& leaf, const Val& value) {
  if (isPair(value)) {
    for (unsigned i = 0; i < 2; ++i) {
      const Val half = halfOf(value, i);
      c.assumed.point(leaf.halves[i].targets, originsOf(half));
      if (isWide(half)) c.assumed.raise(leaf.halves[i].wide);
    }
    c.assumed.raise(leaf.wide);
  }
  c.assumed.point(leaf.targets, originsOf(value));
  if (isPointer(value)) c.assumed.raise(leaf.pointer);
  if (isWide(value)) c.assumed.raise(leaf.wide);
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
