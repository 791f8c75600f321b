#include "runtime/report/locals.h"

#include <cstdlib>

#include "runtime/text/text.h"

namespace robur::runtime {

namespace {

struct Variable {
  Line name, declaration;
  std::int64_t offset = 0;
  std::uint64_t size = 0;
  bool known = false;  // its position in the frame and its declaration are known
};

// Four lines: function, name, declaration, "offset size tag". The list ends with an empty line.
bool nextVariable(const char*& at, Variable& v) {
  const Line function = nextLine(at);
  if (function.size == 0) return false;
  v = {};
  v.name = nextLine(at);
  v.declaration = nextLine(at);
  const Line numbers = nextLine(at);
  v.known = numbers.size > 0 && numbers.text[0] != '?' && v.name.size > 0 &&
            v.name.text[0] != '?' && v.declaration.size > 0 && v.declaration.text[0] != '?';
  if (!v.known) return true;
  char* end = nullptr;
  v.offset = std::strtoll(numbers.text, &end, 10);
  v.known = *end == ' ' && end[1] != '?';
  if (v.known) v.size = std::strtoull(end + 1, nullptr, 10);
  return true;
}

// The two words right below the end of a frame with a frame pointer: the caller's frame pointer and
// the return address.
constexpr std::int64_t kSaved = 16;

struct Bases {
  bool usesPointer = false;  // the frame pointer has been set up
  bool fromPointer = false;  // offsets are certainly relative to it
};

Bases basesOf(const char* at, const StackFrame& frame) {
  Bases bases;
  bases.usesPointer = frame.pointer == frame.cfa - kSaved;
  for (Variable v; bases.usesPointer && nextVariable(at, v);) {
    if (v.known && v.offset < 0 && v.offset + static_cast<std::int64_t>(v.size) > -kSaved) {
      bases.fromPointer = true;
    }
  }
  return bases;
}

bool covers(const Variable& v, std::uint64_t base, std::uint64_t address) {
  return address - (base + static_cast<std::uint64_t>(v.offset)) < v.size;
}

// Whether the variable contains the address under all, some or none of the possible bases.
enum class Covers : std::uint8_t { No, Perhaps, Yes };
Covers covers(const Variable& v, const StackFrame& frame, const Bases& bases,
              std::uint64_t address) {
  const auto yesIf = [](bool yes) { return yes ? Covers::Yes : Covers::No; };
  if (v.offset >= 0) return yesIf(covers(v, frame.begin, address));
  const bool fromPointer = bases.usesPointer && covers(v, frame.pointer, address);
  if (bases.fromPointer) return yesIf(fromPointer);
  const bool fromEnd = covers(v, frame.cfa, address);
  if (!bases.usesPointer) return yesIf(fromEnd);
  return fromPointer && fromEnd   ? Covers::Yes
         : fromPointer || fromEnd ? Covers::Perhaps
                                  : Covers::No;
}

}  // namespace

Local localAt(const char*& answer, const StackFrame& frame, std::uint64_t address) {
  const Bases bases = basesOf(answer, frame);
  Local local;
  bool clear = true;
  for (Variable v; nextVariable(answer, v);) {
    const Covers result = v.known ? covers(v, frame, bases, address) : Covers::No;
    if (result == Covers::No) continue;
    clear = clear && result == Covers::Yes && local.name == nullptr;
    local = {v.name.text, v.name.size, v.declaration.text, v.declaration.size};
  }
  return clear ? local : Local{};
}

}  // namespace robur::runtime
