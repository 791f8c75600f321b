// Accesses to memory whose cells are smaller or larger than what is accessed.
//
// Plain memory is split into the cells that all accesses have in common, so that a larger access is
// several: C orders plain accesses of several threads anyway, or there is a race. An atomic access
// is one step, so its cell is as large as the largest; a smaller one reads the whole cell.
#include <algorithm>
#include <map>

#include "frontend/llvm/memory.h"
#include "frontend/llvm/numeric_addresses.h"

namespace robur::frontend_llvm {

namespace {

using I = llvm::Instruction;

}  // namespace

// Where the access has to be cut, as distances from its address; empty if it is to one cell.
std::set<unsigned> Memory::cutsIn(State& s, const Val& pointer, unsigned size, Order order) {
  std::set<unsigned> cuts;
  if (order != Order::NonAtomic) return cuts;
  if (pointer.is(Val::Kind::Addr)) {
    const auto object = s.memory.find(pointer.object);
    const bool shared = object == s.memory.end() ? c.assumed.resident.contains(pointer.object)
                                                 : object->second->escaped;
    if (!s.concurrent || !shared) return cuts;
  }
  for (const Target& t : targetsOf(pointer)) {
    const Object& object = c.objects[t.object];
    if (object.kind == Object::Kind::Function) continue;
    if (t.offset < 0 || t.offset + size > object.size) continue;
    cells.boundariesIn(t, size, cuts);
  }
  return cuts;
}

// The parts are put together as the bytes of a number. A part that was never set may be copied, as
// the members of a structure are.
Val Memory::loadInParts(State& s, const Val& pointer, unsigned size,
                        const std::set<unsigned>& cuts) {
  Val whole = integer(0, size * 8);
  unsigned begin = 0;
  const auto add = [&](unsigned end) {
    const Val at = arithmetic.moved(pointer, begin);
    Val part = loadBytes(s, at, end - begin, Order::NonAtomic, false, 1, true);
    if (part.is(Val::Kind::Undef)) part = integer(0, (end - begin) * 8);
    part = arithmetic.cast(I::ZExt, arithmetic.number(part), size * 8);
    whole = arithmetic.binaryOp(I::Or, whole,
                                arithmetic.binaryOp(I::Shl, part, integer(begin * 8, size * 8)));
    begin = end;
  };
  for (const unsigned cut : cuts) add(cut);
  add(size);
  return whole;
}

void Memory::storeInParts(State& s, const Val& pointer, const Val& value, unsigned size,
                          const std::set<unsigned>& cuts) {
  Val number = arithmetic.number(value);
  if (number.width < size * 8 && !number.is(Val::Kind::Undef)) {
    number = arithmetic.cast(I::ZExt, number, size * 8);
  }
  unsigned begin = 0;
  const auto put = [&](unsigned end) {
    const unsigned width = (end - begin) * 8;
    const Val part =
        number.is(Val::Kind::Undef)
            ? undef(width)
            : arithmetic.cast(
                  I::Trunc, arithmetic.binaryOp(I::LShr, number, integer(begin * 8, number.width)),
                  width);
    store(s, arithmetic.moved(pointer, begin), part, Order::NonAtomic);
    begin = end;
  };
  for (const unsigned cut : cuts) put(cut);
  put(size);
}

bool Memory::isPrivate(State& s, const Val& pointer) {
  if (!pointer.is(Val::Kind::Addr)) return false;
  const auto object = s.memory.find(pointer.object);
  return object == s.memory.end() ? !c.assumed.resident.contains(pointer.object)
                                  : !object->second->escaped;
}

bool Memory::wholePairs(const Val& pointer) const {
  const Targets all = targetsOf(pointer);
  return !all.empty() && std::all_of(all.begin(), all.end(), [&](const Target& t) {
    const auto object = c.assumed.leaves.find(t.object);
    if (object == c.assumed.leaves.end()) return false;
    const auto leaf = object->second.find(t.offset);
    return leaf != object->second.end() && leaf->second.atomic &&
           leaf->second.size * 8 == kPairWidth;
  });
}

// Both halves are read in one step if the load or the cell is atomic.
Val Memory::loadPair(State& s, const Val& pointer, Order order, std::int64_t alignment) {
  constexpr unsigned kSize = kPairWidth / 8;
  if (order != Order::NonAtomic || (wholePairs(pointer) && !isPrivate(s, pointer))) {
    return loadBytes(s, pointer, kSize, order, false, alignment, order == Order::NonAtomic);
  }
  Val low = loadBytes(s, pointer, 8, order, false, alignment, true);
  Val high = loadBytes(s, arithmetic.moved(pointer, 8), 8, order, false, 1, true);
  if (isUnset(low) && isUnset(high)) return undef(kPairWidth);
  return pairOf(std::move(low), std::move(high));
}

Val Memory::partOf(const Val& whole, const Part& part, unsigned size) {
  if (whole.is(Val::Kind::Undef)) return undef(size * 8);
  if (isPair(whole)) {
    const Val half = halfOf(whole, part.distance / 8);
    return size == 8 ? half : partOf(half, {part.distance % 8, 8}, size);
  }
  const Val number = arithmetic.number(whole);
  const Val shift = integer(part.distance * 8, number.width);
  return arithmetic.cast(I::Trunc, arithmetic.binaryOp(I::LShr, number, shift), size * 8);
}

Val Memory::withPart(const Val& whole, const Part& part, const Val& value) {
  const unsigned width = value.width == 0 ? 64 : value.width;
  if (part.size * 8 == kPairWidth) {
    Val halves[2] = {halfOf(whole, 0), halfOf(whole, 1)};
    Val& half = halves[part.distance / 8];
    half = width == 64 ? value : withPart(half, {part.distance % 8, 8}, value);
    return pairOf(halves[0], halves[1]);
  }
  const unsigned all = part.size * 8;
  const std::int64_t others = ~(mask(width) << (part.distance * 8));
  const Val bits = arithmetic.cast(I::ZExt, arithmetic.number(value), all);
  return arithmetic.binaryOp(
      I::Or, arithmetic.binaryOp(I::And, arithmetic.number(whole), integer(others, all)),
      arithmetic.binaryOp(I::Shl, bits, integer(part.distance * 8, all)));
}

// A plain store to part of a cell reads the rest of it and writes the whole. No other thread may
// write the cell at the same time, also not its other bytes, which the user is told.
void Memory::storeToPart(State& s, const Val& whole, const Part& part, const Val& value) {
  c.note(code.here(s),
         "this writes part of an atomic object that is plain here; a write to another part of it "
         "at the same time counts as a race");
  const Val before = loadBytes(s, whole, part.size, Order::NonAtomic, false, 1, true);
  const Val bytes = value.is(Val::Kind::Undef) ? integer(0, value.width) : value;
  store(s, whole, withPart(before, part, bytes), Order::NonAtomic);
}

// An atomic store to part of a cell leaves the rest as it is at that moment: an update of the cell
// with the order of the store. No definition of RC11 has accesses of different sizes; this is how
// caches treat them. Where updates are locked and stores are not, it would order too much.
void Memory::replacePart(State& s, const Val& whole, const Part& part, const Val& value,
                         Order order) {
  c.note(code.here(s),
         "this stores to part of a larger atomic object, and is treated as an update of the whole");
  Access a = access(s, whole, part.size, order, true, false);
  const Val bytes = value.is(Val::Kind::Undef) ? integer(0, value.width) : value;
  const Val after = withPart(valueIn(a, loaded(), part.size * 8), part, bytes);
  noteStored(s, a, after);
  Instr instr;
  instr.op = Instr::Op::Rmw;
  instr.order = order;
  instr.rmw = RmwOp::Exchange;
  instr.value = heldIn(a, after);
  instr.complaint = "this stores to part of a larger atomic object, which is not supported here";
  result(s, std::move(instr), a, part.size * 8);
}

std::optional<Memory::Part> Memory::partOfAtomic(const Val& pointer, unsigned size) {
  for (const Target& t : targetsOf(pointer)) {
    if (const auto part = partAt(t, size)) return part;
  }
  return std::nullopt;
}

std::optional<Memory::Part> Memory::partAt(const Target& t, unsigned size) const {
  const auto whole = cells.wholeOf(t, size);
  if (!whole) return std::nullopt;
  return Part{static_cast<unsigned>(t.offset - whole->offset),
              c.assumed.leaves.at(t.object).at(whole->offset).size};
}

std::vector<Targets> Memory::formsOf(const Val& pointer, unsigned size) const {
  if (!pointer.is(Val::Kind::Dyn) || !pointer.targets) return {};
  std::map<std::pair<unsigned, unsigned>, Targets> classes;
  for (const Target& t : *pointer.targets) {
    const auto part = partAt(t, size);
    classes[part ? std::pair{part->distance, part->size} : std::pair{0u, 0u}].insert(t);
  }
  std::vector<Targets> out;
  for (auto& [form, targets] : classes) out.push_back(std::move(targets));
  return out;
}

// A pointer that may point to whole cells or to parts of others: an instruction for each class, of
// which the pointer chooses one.
Val Memory::loadByForm(State& s, const Val& pointer, const std::vector<Targets>& forms,
                       unsigned size, Order order, std::int64_t alignment, bool copies) {
  if (order != Order::NonAtomic) privateMemory.commitAll(s);
  const RegId dst = code.fresh(size * 8, false);
  const CodeBuilder::Mark done = code.out.mark();
  Targets origins;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const bool last = i + 1 == forms.size();
    CodeBuilder::Mark other{};
    if (!last) {
      other = code.out.mark();
      ExprPtr here = constant(0);
      for (const Target& t : forms[i]) {
        here = binary(BinaryOp::Or, here, binary(BinaryOp::Eq, pointer.expr, cells.encoded(t)));
      }
      const CodeBuilder::Mark mine = code.out.mark();
      s.emitted = true;
      code.out.branch(here, mine, other, code.here(s));
      code.out.place(mine);
    }
    Val some = pointer;
    some.targets = std::make_shared<Targets>(forms[i]);
    Val v = loadBytes(s, some, size, order, false, alignment, copies);
    origins.add(originsOf(v));
    v = arithmetic.number(v);
    Instr instr;
    instr.op = Instr::Op::Assign;
    instr.dst = dst;
    instr.value = v.is(Val::Kind::Undef) ? constant(0) : cells.exprOf(v);
    code.emit(s, std::move(instr));
    code.out.jump(done, code.here(s));
    if (!last) code.out.place(other);
  }
  code.out.place(done);
  return withOrigins(dynamic(reg(dst), size * 8), std::move(origins));
}

// One instruction accesses whole cells, or the same part of all of them. What else the pointer may
// point to is usually what no run makes it point to.
Val Memory::uniform(State& s, const Val& pointer, unsigned size) {
  const Targets all = targetsOf(pointer);
  if (all.size() < 2) return pointer;
  const auto same = [](const std::optional<Part>& a, const std::optional<Part>& b) {
    return a.has_value() == b.has_value() &&
           (!a || (a->distance == b->distance && a->size == b->size));
  };
  std::optional<Part> form = partAt(*all.begin(), size);
  for (const Target& t : all) {
    if (!partAt(t, size)) form = std::nullopt;
  }
  Targets kept;
  ExprPtr holds = constant(1);
  for (const Target& t : all) {
    if (same(partAt(t, size), form)) {
      kept.insert(t);
    } else {
      holds = binary(BinaryOp::And, holds, binary(BinaryOp::Ne, pointer.expr, cells.encoded(t)));
    }
  }
  if (kept.size() == all.size()) return pointer;
  code.unsupportedUnless(s, holds,
                         "this accesses part of an atomic object, and whole objects elsewhere");
  Val out = pointer;
  out.targets = std::make_shared<Targets>(std::move(kept));
  return out;
}

}  // namespace robur::frontend_llvm
