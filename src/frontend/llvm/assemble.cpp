#include "frontend/llvm/assemble.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/llvm/numeric_addresses.h"
#include "frontend/llvm/pairs.h"
#include "program/simplify.h"
#include "program/transform/share_registers.h"

namespace robur::frontend_llvm {

namespace {

// A thread is worth keeping if it does more than wait for others to end. One that waits for its own
// end is stuck (waitUnless), and one that branches may be (ThreadTranslation::keepExits).
bool matters(const Code& code, std::uint32_t objects, std::uint32_t thread) {
  return std::any_of(code.instrs.begin(), code.instrs.end(), [&](const Instr& in) {
    const bool flag =
        accessesMemory(in.op) && !in.address.pointer && raw(in.address.base) >= objects;
    if (flag && raw(in.address.base) == objects + 2 * thread + 1) return true;
    return in.op == Instr::Op::Assert || in.op == Instr::Op::Fence || in.op == Instr::Op::Branch ||
           (accessesMemory(in.op) && (!flag || in.op == Instr::Op::Store));
  });
}

// An initial value as it is stored in its cell.
std::int64_t numberOf(const Context& c, bool coded, const Val& value) {
  if (value.is(Val::Kind::Int)) return value.value;
  if (!value.is(Val::Kind::Addr)) return 0;
  if (!coded) return numberOf(c, Target{value.object, value.value});
  const Object& object = c.objects[value.object];
  if (object.kind == Object::Kind::Function) {
    const auto at = std::find(c.functions.begin(), c.functions.end(), object.origin);
    return kFunctionBase + (at - c.functions.begin());
  }
  const std::int64_t cell = c.round.layout.cell({value.object, value.value});
  return cell < 0 ? 0 : kPointerBase + cell;
}

std::int64_t initialOf(const Context& c, const Leaf& leaf, const Val& value) {
  if (value.is(Val::Kind::Undef) && leaf.unset) return unsetIn(leaf.size * 8, leaf.coded());
  if (!isPair(value)) return numberOf(c, leaf.coded(), value);
  const std::array<unsigned, 2> bits = bitsOfHalves(leaf.halves);
  std::int64_t held[2];
  for (unsigned i = 0; i < 2; ++i) {
    held[i] = numberOf(c, leaf.halves[i].coded(), halfOf(value, i));
    if (!fitsHalf(held[i], bits[i])) {
      throw Refusal(leaf.span,
                    "half of an atomic object of 16 bytes has an initial value that is too large",
                    "begin with a smaller number");
    }
  }
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(held[1]) << bits[0]) |
         (held[0] & mask(bits[0]));
}

// The object that holds the result of a thread is named after the thread, and those beside a mutex
// after what they say about it.
std::string nameOf(Context& c, const Namer& namer, ObjectId id) {
  const Object& object = c.objects[id];
  if (object.kind != Object::Kind::Hidden) return namer.nameOf(object);
  for (std::uint32_t t = 0; t < c.round.threads.size(); ++t) {
    const bool result =
        llvm::isa<llvm::Function>(object.origin) && object.context == c.contexts.root(t);
    if (result) return fmt::format("result({})", c.round.threads[t].name);
  }
  return namer.nameOf(object) + (c.assumed.freed.contains(id) ? ".destroyed" : ".held");
}

std::vector<Location> cells(Context& c) {
  const Namer namer(c.contexts);
  // Objects with the same name are distinguished by a number.
  std::map<ObjectId, std::string> names;
  std::map<std::string, int> count;
  for (const auto& [object, leaves] : c.assumed.leaves) {
    names[object] = nameOf(c, namer, object);
    ++count[names[object]];
  }
  std::map<std::string, int> next;
  for (auto& [object, name] : names) {
    const std::string base = name;
    if (count[base] > 1) name = fmt::format("{}#{}", base, ++next[base]);
  }
  std::vector<Location> out;
  for (const Target& t : c.round.layout.order()) {
    const Object& object = c.objects[t.object];
    const Leaf& leaf = c.assumed.leaves[t.object][t.offset];
    Location location;
    location.name = namer.nameOf(object, names.at(t.object), t.offset);
    location.type = leaf.size == 0 ? IntType{0, 0, IntType::Overflow::Wrap}
                    : leaf.flag    ? kBool
                    : leaf.unset   ? typeWithUnset(leaf.size * 8, leaf.coded())
                    : leaf.coded() ? kPointerType
                                   : typeOfWidth(leaf.size * 8);
    location.atomic = leaf.atomic;
    location.isUnsigned = namer.isUnsigned(object, t.offset);
    const auto initial = c.round.initial.find(t);
    location.init = {initial == c.round.initial.end() || leaf.size == 0
                         ? 0
                         : initialOf(c, leaf, initial->second)};
    if (const llvm::DIVariable* variable = namer.variableOf(object)) {
      location.span = c.spans.ofLine(variable->getFile(), variable->getLine());
    }
    if (!location.span.known()) location.span = leaf.span;
    out.push_back(std::move(location));
  }
  return out;
}

// Things with the same name are distinguished by a number.
template <class Thing>
void distinguish(std::vector<Thing>& things, const char* pattern) {
  std::map<std::string, int> count;
  for (const Thing& thing : things) ++count[thing.name];
  std::map<std::string, int> next;
  for (Thing& thing : things) {
    if (count[thing.name] > 1)
      thing.name = fmt::format(fmt::runtime(pattern), thing.name, next[thing.name]++);
  }
}

}  // namespace

Program assemble(Context& c, std::vector<Code> codes) {
  Program program;
  program.lockedScStores = true;
  program.locations = cells(c);
  const std::uint32_t objects = c.round.layout.count();
  // Flags that a thread waits for; their locations come after the cells.
  std::map<std::uint32_t, std::uint32_t> flags;
  std::vector<bool> kept;
  for (std::uint32_t t = 0; t < codes.size(); ++t) kept.push_back(matters(codes[t], objects, t));
  for (std::size_t t = 0; t < codes.size(); ++t) {
    if (!kept[t]) continue;
    for (const Instr& in : codes[t].instrs) {
      if (in.op == Instr::Op::Wait && !in.address.pointer && raw(in.address.base) >= objects) {
        flags.try_emplace(raw(in.address.base), 0);
      }
    }
  }
  for (auto& [old, now] : flags) {
    const std::uint32_t thread = (old - objects) / 2;
    Location flag;
    flag.name = fmt::format("{}({})", (old - objects) % 2 == 0 ? "created" : "ended",
                            c.round.threads[thread].name);
    flag.type = kBool;
    flag.pointable = false;
    now = static_cast<std::uint32_t>(program.locations.size());
    program.locations.push_back(std::move(flag));
  }
  for (std::size_t t = 0; t < codes.size(); ++t) {
    if (!kept[t]) continue;
    Code code = std::move(codes[t]);
    for (Instr& in : code.instrs) {
      if (!accessesMemory(in.op) || in.address.pointer || raw(in.address.base) < objects) continue;
      const auto flag = flags.find(raw(in.address.base));
      if (flag != flags.end()) {
        in.address.base = LocationId{flag->second};
      } else {
        in.op = Instr::Op::Goto;
      }
    }
    code.name =
        c.round.threads[t].name.empty() ? fmt::format("thread{}", t) : c.round.threads[t].name;
    code.span = c.round.threads[t].end;
    program.threads.push_back({code.name, CodeId{static_cast<std::uint32_t>(program.codes.size())},
                               0, c.round.threads[t].any});
    program.codes.push_back(std::move(code));
  }
  distinguish(program.locations, "{}'{}");
  distinguish(program.threads, "{}[{}]");
  for (Code& code : program.codes) {
    code = simplified(program, code);
    shareRegisters(code);
    code = simplified(program, code);
  }
  return program;
}

}  // namespace robur::frontend_llvm
