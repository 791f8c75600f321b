// Memory that only one thread can see: bytes with known or unknown values, kept in the pieces
// in which they were written and put together when they are read in other pieces.
#include <fmt/format.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>

#include "frontend/llvm/evaluator.h"

namespace robur::llvmfront {

namespace {

using I = llvm::Instruction;

}  // namespace

Contents& Evaluator::contents(State& s, ObjectId object) {
  const auto it = s.memory.find(object);
  if (it != s.memory.end()) return s.own(object);
  auto fresh = std::make_shared<Contents>();
  initialise(*fresh, c.objects[object]);
  fresh->escaped = s.concurrent && c.facts.resident.contains(object);
  s.memory[object] = fresh;
  return *fresh;
}

// Only numbers and addresses are written down; the rest of a variable is zero.
void Evaluator::initialise(Contents& contents, const Object& object) {
  contents.zeroed = true;
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object.origin);
  if (object.kind != Object::Kind::Global || !global->hasInitializer()) return;
  const llvm::DataLayout& layout = c.info.module().getDataLayout();
  const auto walk = [&](const auto& self, const llvm::Constant* constant,
                        std::int64_t offset) -> void {
    llvm::Type* type = constant->getType();
    if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant)) return;
    if (auto* fields = llvm::dyn_cast<llvm::StructType>(type)) {
      const llvm::StructLayout* places = layout.getStructLayout(fields);
      for (unsigned i = 0; i < fields->getNumElements(); ++i) {
        self(self, constant->getAggregateElement(i),
             offset + static_cast<std::int64_t>(places->getElementOffset(i)));
      }
    } else if (type->isArrayTy()) {
      const auto stride =
          static_cast<std::int64_t>(layout.getTypeAllocSize(type->getArrayElementType()));
      for (unsigned i = 0; i < type->getArrayNumElements(); ++i) {
        self(self, constant->getAggregateElement(i), offset + i * stride);
      }
    } else if (type->isIntegerTy() || type->isPointerTy()) {
      const auto size = static_cast<unsigned>(layout.getTypeStoreSize(type));
      contents.cells[offset] = {size, constantVal(constant)};
    }
    // Floating point in a variable is no harm unless it is read.
  };
  walk(walk, global->getInitializer(), 0);
}

Val Evaluator::readBytes(State& s, const Target& at, unsigned size) {
  const Contents& from = contents(s, at.object);
  const auto foreign = [&](const Val& v) {
    if (!v.is(Val::Kind::Undef) || v.width != kForeign) return false;
    c.facts.add(c.facts.resident, at.object);
    return true;
  };
  const auto exact = from.cells.find(at.offset);
  if (exact != from.cells.end() && exact->second.size == size) {
    return foreign(exact->second.val) ? integer(0, size * 8) : exact->second.val;
  }
  Val whole = undef(size * 8);
  bool any = from.zeroed;
  if (any) whole = integer(0, size * 8);
  for (const auto& [offset, bytes] : from.cells) {
    const std::int64_t end = offset + bytes.size;
    if (end <= at.offset || offset >= at.offset + size) continue;
    if (!any) whole = integer(0, size * 8);
    any = true;
    Val piece = bytes.val;
    if (foreign(piece) || piece.is(Val::Kind::Undef)) continue;
    if (piece.is(Val::Kind::Addr) || (piece.is(Val::Kind::Dyn) && piece.targets)) {
      refuse(s, "this reads part of a pointer", "read the whole pointer at once");
    }
    if (piece.width < bytes.size * 8) piece = cast(I::ZExt, piece, bytes.size * 8);
    // Cut off what lies before, make it as wide as the result, move it to its place.
    if (offset < at.offset) {
      piece = binaryOp(I::LShr, piece, integer((at.offset - offset) * 8, piece.width));
    }
    if (piece.width > size * 8) piece = cast(I::Trunc, piece, size * 8);
    if (piece.width < size * 8) piece = cast(I::ZExt, piece, size * 8);
    if (offset > at.offset) {
      piece = binaryOp(I::Shl, piece, integer((offset - at.offset) * 8, size * 8));
    }
    whole = whole.isInt(0) ? piece : binaryOp(I::Or, whole, piece);
  }
  return whole;
}

void Evaluator::writeBytes(State& s, const Target& at, unsigned size, Val value) {
  Contents& to = contents(s, at.object);
  // What is partly overwritten is cut into bytes first.
  std::vector<std::pair<std::int64_t, Bytes>> cut;
  for (const auto& [offset, bytes] : to.cells) {
    const std::int64_t end = offset + bytes.size;
    if (end <= at.offset || offset >= at.offset + size) continue;
    if (offset >= at.offset && end <= at.offset + size) continue;
    cut.emplace_back(offset, bytes);
  }
  const bool seen = s.concurrent && c.facts.resident.contains(at.object);
  for (auto& [offset, bytes] : cut) {
    Val piece = bytes.val;
    const bool pointer =
        piece.is(Val::Kind::Addr) || (piece.is(Val::Kind::Dyn) && piece.targets != nullptr);
    if (pointer) refuse(s, "this overwrites part of a pointer", "write the whole pointer at once");
    to.cells.erase(offset);
    if (piece.is(Val::Kind::Undef)) continue;
    if (piece.width < bytes.size * 8) piece = cast(I::ZExt, piece, bytes.size * 8);
    for (unsigned i = 0; i < bytes.size; ++i) {
      const Val byte = cast(I::Trunc, binaryOp(I::LShr, piece, integer(i * 8, piece.width)), 8);
      to.cells[offset + i] = {1, byte, bytes.span};
    }
  }
  clearBytes(to, at.offset, at.offset + size);
  if (value.width < size * 8 && !value.is(Val::Kind::Undef) && !value.is(Val::Kind::Agg)) {
    value = cast(I::ZExt, value, size * 8);
  }
  to.cells[at.offset] = {size, std::move(value), seen ? here(s) : Span{}};
}

void Evaluator::clearBytes(Contents& contents, std::int64_t from, std::int64_t to) {
  auto it = contents.cells.lower_bound(from);
  while (it != contents.cells.end() && it->first < to) it = contents.cells.erase(it);
}

// The object becomes visible to other threads: what it holds is written to memory.
void Evaluator::commit(State& s, ObjectId object) {
  contents(s, object).escaped = true;
  const auto leaves = c.facts.leaves[object];
  for (const auto& [offset, leaf] : leaves) {
    if (leaf.size == 0 || leaf.flag) continue;
    Val value = readBytes(s, {object, offset}, leaf.size);
    const Targets targets = targetsOf(value);
    escape(s, targets);
    Leaf& at = c.facts.leaves[object][offset];
    if (isUnset(value)) leaveUnset(at);
    c.facts.point(at.targets, targets);
    if (!targets.empty() && !at.pointer) at.pointer = c.facts.changed = true;
    if (!at.written) at.written = c.facts.changed = true;
    Instr instr;
    instr.op = Op::Store;
    const auto written = s.memory.at(object)->cells.find(offset);
    if (written != s.memory.at(object)->cells.end()) instr.span = written->second.span;
    instr.address.base = LocationId{
        static_cast<std::uint32_t>(std::max<std::int64_t>(0, c.layout->cell({object, offset})))};
    instr.value = isUnset(value) ? constant(unsetIn(leaf.size * 8, leaf.pointer)) : exprOf(value);
    instr.order = leaf.atomic ? Order::Rlx : Order::NonAtomic;
    emit(s, std::move(instr));
  }
  contents(s, object).cells.clear();
}

// What is released covers all that the thread has done so far, also to objects that it publishes
// only later. So those that it will publish, or perhaps will, are written to memory before. That is
// done before any atomic operation: what an order or a fence changes is then not where others
// stand.
void Evaluator::commitAll(State& s) {
  if (!s.concurrent) return;
  const std::set<ObjectId> residents = c.facts.resident;
  for (const ObjectId id : residents) {
    const auto it = s.memory.find(id);
    if (it != s.memory.end() && !it->second->escaped && !it->second->freed) commit(s, id);
  }
}

void Evaluator::escape(State& s, const Targets& targets) {
  for (const Target& target : targets) {
    if (!c.facts.resident.contains(target.object)) continue;
    const Object& object = c.objects[target.object];
    if (object.kind == Object::Kind::Function) continue;
    if (!object.permanent() && !s.memory.contains(target.object)) continue;
    if (!contents(s, target.object).escaped) commit(s, target.object);
  }
}

}  // namespace robur::llvmfront
