// Private objects are kept in the pieces in which they were written, which are put together when
// they are read in other pieces.
#include "frontend/llvm/private_memory.h"

#include <llvm/IR/Constants.h>

#include "frontend/llvm/numeric_addresses.h"
#include "frontend/llvm/pools.h"

namespace robur::frontend_llvm {

namespace {

using I = llvm::Instruction;

}  // namespace

Contents& PrivateMemory::contents(State& s, ObjectId object) {
  const auto it = s.memory.find(object);
  if (it != s.memory.end()) return s.own(object);
  auto fresh = std::make_shared<Contents>();
  initialise(*fresh, c.objects[object]);
  fresh->escaped = s.concurrent && c.assumed.resident.contains(object);
  s.memory[object] = fresh;
  return *fresh;
}

// Only numbers and addresses are recorded; the rest of a variable is zero.
void PrivateMemory::initialise(Contents& contents, const Object& object) {
  contents.zeroed = true;
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object.origin);
  if (object.kind != Object::Kind::Global || !global->hasInitializer()) return;
  const llvm::DataLayout& layout = c.info.module().getDataLayout();
  const auto walk = [&](const auto& self, const llvm::Constant* constant,
                        std::int64_t offset) -> void {
    llvm::Type* type = constant->getType();
    if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant)) return;
    if (auto* fields = llvm::dyn_cast<llvm::StructType>(type)) {
      const llvm::StructLayout* members = layout.getStructLayout(fields);
      for (unsigned i = 0; i < fields->getNumElements(); ++i) {
        self(self, constant->getAggregateElement(i),
             offset + static_cast<std::int64_t>(members->getElementOffset(i)));
      }
    } else if (type->isArrayTy()) {
      const auto stride =
          static_cast<std::int64_t>(layout.getTypeAllocSize(type->getArrayElementType()));
      for (unsigned i = 0; i < type->getArrayNumElements(); ++i) {
        self(self, constant->getAggregateElement(i), offset + i * stride);
      }
    } else if (type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() ||
               type->isDoubleTy()) {
      const auto size = static_cast<unsigned>(layout.getTypeStoreSize(type));
      const Val value = constants.constantVal(constant);
      if (isPair(value)) {
        contents.cells[offset] = {8, halfOf(value, 0)};
        contents.cells[offset + 8] = {8, halfOf(value, 1)};
      } else {
        contents.cells[offset] = {size, value};
      }
    }
  };
  walk(walk, global->getInitializer(), 0);
}

// What a cell can hold is assumed for the whole program. On this path, nothing points to an object
// that its own thread has not allocated so far: those that it has allocated stay in the state.
void PrivateMemory::removeFuture(const State& s, Targets& targets) const {
  erase_if(targets, [&](const Target& t) {
    const Object& object = c.objects[t.object];
    return object.kind == Object::Kind::Heap && c.contexts.threadOf(object.context) == code.self &&
           !s.memory.contains(t.object) && !isPooled(c, t.object);
  });
}

bool PrivateMemory::inMemory(State& s, const Target& target, bool write) {
  if (s.concurrent) c.round.touches[target.object].insert({code.self, s.spawned, write});
  return contents(s, target.object).escaped;
}

Val PrivateMemory::readBytes(State& s, const Target& at, unsigned size) {
  if (size * 8 == kPairWidth) {
    Val low = readBytes(s, at, 8);
    Val high = readBytes(s, {at.object, at.offset + 8}, 8);
    if (isUnset(low) && isUnset(high)) return undef(kPairWidth);
    return pairOf(std::move(low), std::move(high));
  }
  const Contents& from = contents(s, at.object);
  const auto foreign = [&](const Val& v) {
    if (!v.is(Val::Kind::Undef) || v.width != kForeign) return false;
    c.assumed.add(c.assumed.resident, at.object);
    return true;
  };
  const auto exact = from.cells.find(at.offset);
  if (exact != from.cells.end() && exact->second.size == size) {
    return foreign(exact->second.val) ? integer(0, size * 8) : exact->second.val;
  }
  Val whole = undef(size * 8);
  bool any = from.zeroed;
  if (any) whole = integer(0, size * 8);
  for (const auto& [offset, bytes] : around(from.cells, at.offset, size)) {
    const std::int64_t end = offset + bytes.size;
    if (end <= at.offset || offset >= at.offset + size) continue;
    if (!any) whole = integer(0, size * 8);
    any = true;
    Val piece = bytes.val;
    if (foreign(piece) || piece.is(Val::Kind::Undef)) continue;
    piece = arithmetic.number(piece);
    if (piece.width < bytes.size * 8) piece = arithmetic.cast(I::ZExt, piece, bytes.size * 8);
    // Drop the bytes before the result, make the piece as wide as the result, shift it.
    if (offset < at.offset) {
      piece = arithmetic.binaryOp(I::LShr, piece, integer((at.offset - offset) * 8, piece.width));
    }
    if (piece.width > size * 8) piece = arithmetic.cast(I::Trunc, piece, size * 8);
    if (piece.width < size * 8) piece = arithmetic.cast(I::ZExt, piece, size * 8);
    if (offset > at.offset) {
      piece = arithmetic.binaryOp(I::Shl, piece, integer((offset - at.offset) * 8, size * 8));
    }
    whole = whole.isInt(0) ? piece : arithmetic.binaryOp(I::Or, whole, piece);
  }
  return whole;
}

void PrivateMemory::writeBytes(State& s, const Target& at, unsigned size, Val value) {
  if (size * 8 == kPairWidth) {
    writeBytes(s, at, 8, halfOf(value, 0));
    writeBytes(s, {at.object, at.offset + 8}, 8, halfOf(value, 1));
    return;
  }
  Contents& to = contents(s, at.object);
  cutInto(to, at, size);
  auto overwritten = to.cells.lower_bound(at.offset);
  while (overwritten != to.cells.end() && overwritten->first < at.offset + size) {
    overwritten = to.cells.erase(overwritten);
  }
  if (value.width < size * 8 && !value.is(Val::Kind::Undef) && !value.is(Val::Kind::Agg)) {
    value = arithmetic.cast(I::ZExt, value, size * 8);
  }
  const bool seen = s.concurrent && c.assumed.resident.contains(at.object);
  if (isUnset(value) && !to.zeroed && !seen) return;  // as bytes that were never written
  to.cells[at.offset] = {size, std::move(value), seen ? c.spans.frameOf(s) : kNoFrame};
}

// Cuts the pieces that a write overwrites in part into bytes.
void PrivateMemory::cutInto(Contents& to, const Target& at, unsigned size) {
  std::vector<std::pair<std::int64_t, Bytes>> cut;
  for (const auto& [offset, bytes] : around(to.cells, at.offset, size)) {
    const std::int64_t end = offset + bytes.size;
    if (end <= at.offset || offset >= at.offset + size) continue;
    if (offset >= at.offset && end <= at.offset + size) continue;
    cut.emplace_back(offset, bytes);
  }
  for (auto& [offset, bytes] : cut) {
    Val piece = arithmetic.number(bytes.val);
    to.cells.erase(offset);
    if (piece.is(Val::Kind::Undef)) continue;
    if (piece.width < bytes.size * 8) piece = arithmetic.cast(I::ZExt, piece, bytes.size * 8);
    for (unsigned i = 0; i < bytes.size; ++i) {
      const Val byte = arithmetic.cast(
          I::Trunc, arithmetic.binaryOp(I::LShr, piece, integer(i * 8, piece.width)), 8);
      to.cells[offset + i] = {1, byte, bytes.frame};
    }
  }
}

}  // namespace robur::frontend_llvm
