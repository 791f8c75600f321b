#include "frontend/llvm/blocks.h"

#include <algorithm>
#include <iterator>

namespace robur::frontend_llvm {

namespace {

// Bytes of shared memory that are copied although no access to them is known yet.
constexpr std::int64_t kMostWhole = 64;

// Words, or bytes, where there is no piece: the copy may be the first that reads them.
void addGaps(std::map<std::int64_t, unsigned>& pieces, std::int64_t size) {
  std::int64_t at = 0;
  const auto fillTo = [&](std::int64_t end) {
    while (at < end) {
      const unsigned step = at % 8 == 0 && end - at >= 8 ? 8 : at % 4 == 0 && end - at >= 4 ? 4 : 1;
      pieces[at] = step;
      at += step;
    }
  };
  const std::map<std::int64_t, unsigned> known = pieces;
  for (const auto& [offset, bytes] : known) {
    fillTo(offset);
    at = std::max(at, offset + bytes);
  }
  fillTo(size);
}

}  // namespace

// The pieces in which the memory is copied: private objects as they were written, others as they
// are accessed elsewhere.
Blocks::Pieces Blocks::piecesAt(State& s, const Val& pointer, std::int64_t size) {
  Pieces out;
  for (const Target& t : targetsOf(pointer)) {
    if (pointer.is(Val::Kind::Addr) && s.memory.contains(t.object) &&
        !s.memory[t.object]->escaped) {
      for (const auto& [offset, bytes] : around(s.memory[t.object]->cells, t.offset, size)) {
        if (offset >= t.offset && offset + bytes.size <= t.offset + size) {
          out[offset - t.offset] = bytes.size;
        }
      }
      if (!s.memory[t.object]->zeroed) continue;
    }
    for (const auto& [offset, leaf] : around(c.assumed.leaves[t.object], t.offset, size)) {
      if (leaf.size == 0 || leaf.flag) continue;
      if (offset >= t.offset && offset + leaf.size <= t.offset + size) {
        out.try_emplace(offset - t.offset, leaf.size);
      }
    }
  }
  // What the pointer can point to may be structured differently: the largest pieces remain.
  std::int64_t end = INT64_MIN;
  for (auto piece = out.begin(); piece != out.end();) {
    const bool inside = piece->first + piece->second <= end;
    end = std::max<std::int64_t>(end, piece->first + piece->second);
    piece = inside ? out.erase(piece) : std::next(piece);
  }
  return out;
}

// Bytes of cells that begin before the block or end after it.
void Blocks::addEdges(Pieces& pieces, const Val& pointer, std::int64_t size) const {
  for (const Target& t : targetsOf(pointer)) {
    for (const auto& [offset, leaf] : c.assumed.leaves[t.object]) {
      if (leaf.size == 0 || leaf.flag) continue;
      const std::int64_t begin = offset - t.offset;
      const std::int64_t end = begin + leaf.size;
      if (begin >= 0 && end <= size) continue;
      for (std::int64_t at = std::max<std::int64_t>(begin, 0); at < std::min(end, size); ++at) {
        pieces.try_emplace(at, 1);
      }
    }
  }
}

// The block is in one object. Its pieces need not show it: what is accessed nowhere else has none.
void Blocks::mustHold(State& s, const Val& pointer, std::int64_t size) {
  ExprPtr holds = constant(0);
  for (const Target& t : targetsOf(pointer)) {
    const Object& object = c.objects[t.object];
    if (object.kind == Object::Kind::Function) continue;
    if (t.offset < 0 || t.offset + size > object.size) continue;
    if (pointer.is(Val::Kind::Addr)) return;
    holds = binary(BinaryOp::Or, holds, binary(BinaryOp::Eq, pointer.expr, cells.encoded(t)));
  }
  code.must(s, holds, "this block of memory is not inside of one object");
}

// A freed object, or a local variable of a function that has returned: any access is an error.
bool Blocks::isGone(const State& s, const Val& pointer) const {
  if (!pointer.is(Val::Kind::Addr) || c.objects[pointer.object].permanent()) return false;
  const auto found = s.memory.find(pointer.object);
  return found == s.memory.end() || found->second->freed;
}

void Blocks::copy(State& s, const Val& toGiven, const Val& fromGiven, std::int64_t size) {
  if (size == 0) return;
  const Val to = arithmetic.coded(toGiven);
  const Val from = arithmetic.coded(fromGiven);
  if (isGone(s, from)) {
    memory.loadPiece(s, from, 1);
    return;
  }
  if (isGone(s, to)) {
    memory.store(s, to, integer(0, 8), Order::NonAtomic);
    return;
  }
  if (size > kMostWhole) {
    mustHold(s, from, size);
    mustHold(s, to, size);
  }
  if (from.is(Val::Kind::Addr)) privateMemory.contents(s, from.object);
  if (to.is(Val::Kind::Addr)) privateMemory.contents(s, to.object);
  Pieces all = piecesAt(s, from, size);
  const bool shared = !from.is(Val::Kind::Addr) || s.memory[from.object]->escaped;
  if (shared && size <= kMostWhole) addGaps(all, size);
  const bool ownTarget = to.is(Val::Kind::Addr) && !s.memory[to.object]->escaped;
  if (!shared && ownTarget && s.memory[from.object]->zeroed) {
    // Bytes of the source that were never written are zero, and so are their copies.
    const bool whole = to.value == 0 && size >= c.objects[to.object].size;
    if (whole && to.object != from.object) {
      privateMemory.inMemory(s, {to.object, 0}, true);
      Contents& target = privateMemory.contents(s, to.object);
      target.cells.clear();
      target.zeroed = true;
    } else {
      addGaps(all, size);
    }
  }
  for (const auto& [offset, bytes] : piecesAt(s, to, size)) {
    bool covered = false;
    for (const auto& [o, b] : all) covered |= o < offset + bytes && offset < o + b;
    if (!covered) all[offset] = bytes;
  }
  // Everything is read before anything is written: the two may overlap.
  std::vector<std::pair<std::int64_t, Val>> values;
  for (const auto& [offset, bytes] : all) {
    values.emplace_back(offset, memory.loadPiece(s, arithmetic.moved(from, offset), bytes));
  }
  for (auto& [offset, value] : values) {
    if (value.is(Val::Kind::Undef)) value.width = all[offset] * 8;
    memory.store(s, arithmetic.moved(to, offset), value, Order::NonAtomic);
  }
}

void Blocks::fill(State& s, const Val& given, const Val& byte, std::int64_t size) {
  const Val to = arithmetic.coded(given);
  if (isGone(s, to) && size > 0) {
    memory.store(s, to, integer(0, 8), Order::NonAtomic);
    return;
  }
  if (!byte.is(Val::Kind::Int)) {
    code.refuse(s, "this fills memory with a value that depends on shared memory",
                "fill it with a constant");
  }
  const auto put = [&](std::int64_t offset, unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < std::min(bytes, 8u); ++i) value = value << 8 | (byte.value & 0xff);
    const Val part = integer(static_cast<std::int64_t>(value), std::min(bytes * 8, 64u));
    memory.store(s, arithmetic.moved(to, offset), bytes > 8 ? pairOf(part, part) : part,
                 Order::NonAtomic);
  };
  if (to.is(Val::Kind::Addr) &&
      (privateMemory.contents(s, to.object), !s.memory[to.object]->escaped)) {
    privateMemory.inMemory(s, {to.object, to.value}, true);
    Contents& all = privateMemory.contents(s, to.object);
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
  if (size > 0) mustHold(s, to, size);
  Pieces pieces = piecesAt(s, to, size);
  addEdges(pieces, to, size);
  for (const auto& [offset, bytes] : pieces) put(offset, bytes);
}

}  // namespace robur::frontend_llvm
