#include "models/fragment.h"

#include <algorithm>

namespace robur {

namespace {

// Locations that are set once, by a release store, and whose only readers wait for that store with
// acquire: the flags by which threads of C and C++ are created and joined. They do not count among
// the accesses that must be sc for RC11 to be SC. Let F be the store and W a wait that reads from
// it. No other store is mo-after F and W never reads the initial value, so no fr leaves W and no mo
// leaves F. A cycle of po, rf, mo and fr enters F by po, goes on by rf to a W or by po, and leaves
// W by po. Between the accesses a and b around such a piece of it that are sc (or plain and free of
// races, which is hb as well) there is po;hb;po over locations other than theirs, which is in scb,
// and so in psc like the other edges of the cycle. A cycle of flags alone is one of hb. RC11
// forbids both.
class Handshakes {
 public:
  explicit Handshakes(const Program& program) : program(program), uses(program.locations.size()) {
    for (std::uint32_t t = 0; t < program.threads.size(); ++t) add(t);
  }

  bool has(const Address& address) const {
    if (address.pointer) return false;
    const Location& location = program[address.base];
    const Uses& use = uses[raw(address.base)];
    return location.atomic && !location.isArray && !(pointers && location.pointable) && !use.other;
  }

 private:
  struct Uses {
    std::vector<Pc> stores;  // of one thread, which runs at most one of them
    std::uint32_t thread = 0;
    bool other = false;
  };

  void add(std::uint32_t t) {
    const Code& code = program.codeOf(ThreadId{t});
    for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
      const Instr& in = code.instrs[pc];
      if (!accessesMemory(in.op)) continue;
      pointers |= in.address.pointer;
      if (in.address.pointer) continue;
      Uses& use = uses[raw(in.address.base)];
      if (in.op == Instr::Op::Store && releases(in.order)) {
        if (use.stores.empty()) use.thread = t;
        use.other |= use.thread != t;
        if (!use.other) use.stores.push_back(pc);
      } else {
        use.other |= in.op != Instr::Op::Wait || !acquires(in.order) || !waitsForChange(in);
      }
    }
    for (Uses& use : uses) {
      if (use.other || use.stores.empty() || use.thread != t) continue;
      for (const Pc store : use.stores) use.other |= reaches(code, store, use.stores);
    }
  }

  // The condition is that the value read is a constant other than the initial value.
  bool waitsForChange(const Instr& in) const {
    const ExprPtr& e = in.value;
    return e->kind == Expr::Kind::Binary && e->binary == BinaryOp::Eq &&
           e->lhs->kind == Expr::Kind::Loaded && e->rhs->kind == Expr::Kind::Const &&
           e->rhs->value != program[in.address.base].init[0];
  }

  // Can one of the instructions run after this one?
  static bool reaches(const Code& code, Pc from, const std::vector<Pc>& any) {
    std::vector<bool> met(code.instrs.size(), false);
    std::vector<Pc> open = {from};
    while (!open.empty()) {
      const Pc pc = open.back();
      open.pop_back();
      for (const Pc next : code.instrs[pc].next) {
        if (std::find(any.begin(), any.end(), next) != any.end()) return true;
        if (!met[next]) open.push_back(next);
        met[next] = true;
      }
    }
    return false;
  }

  const Program& program;
  std::vector<Uses> uses;
  bool pointers = false;
};

void addAccess(const Instr& in, bool handshake, Fragment& fragment) {
  if (in.order == Order::NonAtomic) return;
  const bool fails = in.op == Instr::Op::Cas;
  if (mayRead(in.op) && (!acquires(in.order) || (fails && !acquires(in.failOrder)))) {
    fragment.weakReads = true;
  }
  if (mayWrite(in.op) && !releases(in.order)) fragment.weakWrites = true;
  if (mayRead(in.op) && mayWrite(in.op)) fragment.updates = true;
  const bool anySc = in.order == Order::Sc || (fails && in.failOrder == Order::Sc);
  const bool allSc = in.order == Order::Sc && (!fails || in.failOrder == Order::Sc);
  fragment.scAccesses = fragment.scAccesses || anySc;
  fragment.onlyScAccesses = fragment.onlyScAccesses && (allSc || handshake);
}

// An element of an array counts as all of its location, a pointer as all of memory.
void addToCells(const Program& program, const Instr& in, std::vector<CellAccesses>& cells) {
  const bool scRead =
      in.order == Order::Sc || (in.op == Instr::Op::Cas && in.failOrder == Order::Sc);
  const std::uint32_t first = in.address.pointer ? 0 : raw(program.firstCell(in.address.base));
  const std::size_t count = in.address.pointer ? cells.size() : program[in.address.base].size();
  for (std::size_t c = first; c < first + count; ++c) {
    if (mayRead(in.op) && scRead) cells[c].scReads = true;
    if (mayWrite(in.op)) (in.order == Order::Sc ? cells[c].scWrites : cells[c].otherWrites) = true;
  }
}

}  // namespace

Fragment fragmentOf(const Program& program) {
  Fragment fragment;
  const Handshakes handshakes(program);
  fragment.cells.resize(program.cellCount());
  for (const Location& location : program.locations) fragment.plain |= !location.atomic;
  fragment.mixed = hasPlainAccessToAtomic(program);
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      if (in.op == Instr::Op::Fence) {
        fragment.scFences |= in.order == Order::Sc;
        fragment.acquireFences |= acquires(in.order);
        fragment.releaseFences |= releases(in.order);
      } else if (accessesMemory(in.op)) {
        addAccess(in, handshakes.has(in.address), fragment);
        addToCells(program, in, fragment.cells);
      }
    }
  }
  return fragment;
}

Fragment keepingAllRows(Fragment fragment) {
  fragment.updates = fragment.acquireFences = fragment.releaseFences = true;
  fragment.weakReads = fragment.weakWrites = true;
  fragment.scAccesses = true;
  fragment.onlyScAccesses = false;
  for (CellAccesses& cell : fragment.cells) cell = {true, true, true};
  return fragment;
}

}  // namespace robur
