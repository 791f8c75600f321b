// Blocks of memory: structures that are copied, arrays that are filled.
#include <fmt/format.h>

#include "frontend/llvm/evaluator.h"

namespace robur::llvmfront {

// A member that was never set may be copied, and is something then.
Val Evaluator::copied(State& s, const Place& p, unsigned width) {
  Instr instr;
  instr.op = Op::Load;
  instr.order = Order::NonAtomic;
  if (!p.unset) return result(s, std::move(instr), p, width);
  instr.address = p.address;
  instr.dst = out.temporary(typeWithUnset(width, p.pointer));
  const ExprPtr value = reg(instr.dst);
  emit(s, std::move(instr));
  const ExprPtr set = binary(BinaryOp::Ne, value, constant(unsetIn(width, p.pointer)));
  return valueIn(p, binary(BinaryOp::Mul, set, value), width);
}

// Structures are copied piece by piece: private pieces as they are, others as they are
// accessed elsewhere.
void Evaluator::copy(State& s, const Val& to, const Val& from, std::int64_t size) {
  if (size == 0) return;
  const auto pieces = [&](const Val& pointer) {
    std::map<std::int64_t, unsigned> out;  // offset from the pointer, size
    for (const Target& t : targetsOf(pointer)) {
      if (pointer.is(Val::Kind::Addr) && s.memory.contains(t.object) &&
          !s.memory[t.object]->escaped) {
        for (const auto& [offset, bytes] : s.memory[t.object]->cells) {
          if (offset >= t.offset && offset + bytes.size <= t.offset + size) {
            out[offset - t.offset] = bytes.size;
          }
        }
        if (!s.memory[t.object]->zeroed) continue;
      }
      for (const auto& [offset, leaf] : c.facts.leaves[t.object]) {
        if (leaf.size == 0 || leaf.flag) continue;
        if (offset >= t.offset && offset + leaf.size <= t.offset + size) {
          out.try_emplace(offset - t.offset, leaf.size);
        }
      }
    }
    return out;
  };
  if (from.is(Val::Kind::Addr)) contents(s, from.object);
  if (to.is(Val::Kind::Addr)) contents(s, to.object);
  std::map<std::int64_t, unsigned> all = pieces(from);
  for (const auto& [offset, bytes] : pieces(to)) {
    bool covered = false;
    for (const auto& [o, b] : all) covered |= o < offset + bytes && offset < o + b;
    if (!covered) all[offset] = bytes;
  }
  // Everything is read before anything is written: the two may overlap.
  std::vector<std::pair<std::int64_t, Val>> values;
  for (const auto& [offset, bytes] : all) {
    const Val at = moved(s, from, offset);
    Place p = place(s, at, bytes, Order::NonAtomic, false, false);
    if (!p.memory) {
      values.emplace_back(offset, readBytes(s, p.target, bytes));
    } else {
      values.emplace_back(offset, copied(s, p, bytes * 8));
    }
  }
  for (auto& [offset, value] : values) {
    if (value.is(Val::Kind::Undef)) value.width = all[offset] * 8;
    store(s, moved(s, to, offset), value, Order::NonAtomic);
  }
}

void Evaluator::fill(State& s, const Val& to, const Val& byte, std::int64_t size) {
  if (!byte.is(Val::Kind::Int)) refuse(s, "this fills memory with a value that is not known");
  const auto put = [&](std::int64_t offset, unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i) value = value << 8 | (byte.value & 0xff);
    store(s, moved(s, to, offset), integer(static_cast<std::int64_t>(value), bytes * 8),
          Order::NonAtomic);
  };
  if (to.is(Val::Kind::Addr) && (contents(s, to.object), !s.memory[to.object]->escaped)) {
    inMemory(s, {to.object, to.value}, true);
    Contents& all = contents(s, to.object);
    const bool whole = to.value == 0 && size >= c.objects[to.object].size;
    if (whole && byte.value == 0) {
      all.cells.clear();
      all.zeroed = true;
      return;
    }
    std::int64_t at = 0;
    for (; at + 8 <= size; at += 8) put(at, 8);
    for (; at < size; ++at) put(at, 1);
    return;
  }
  std::map<std::int64_t, unsigned> pieces;
  for (const Target& t : targetsOf(to)) {
    for (const auto& [offset, leaf] : c.facts.leaves[t.object]) {
      if (leaf.size == 0 || leaf.flag || offset < t.offset) continue;
      if (offset + leaf.size <= t.offset + size) pieces[offset - t.offset] = leaf.size;
    }
  }
  for (const auto& [offset, bytes] : pieces) put(offset, bytes);
}

}  // namespace robur::llvmfront
