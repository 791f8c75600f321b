#include "support/listing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program/print.h"

namespace robur::testing {

std::string listing(const Program& program) {
  std::string out;
  for (const Location& l : program.locations) {
    out += fmt::format("{} {} {}", l.atomic ? "atomic" : "plain", spelling(l.type), l.name);
    if (l.isArray) out += fmt::format("[{}]", l.size());
    if (l.init[0] != 0) out += fmt::format(" = {}", l.init[0]);
    out += "\n";
  }
  for (const Thread& thread : program.threads) {
    const Code& code = program[thread.code];
    out += fmt::format("thread {}", thread.name);
    for (const Register& r : code.registers) out += fmt::format(" {}", r.name);
    out += "\n";
    for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
      const Instr& instr = code.instrs[pc];
      out += fmt::format("  {} {}", pc, printInstr(program, code, instr));
      const bool falls = instr.next.size() == 1 && instr.next[0] == pc + 1;
      if (!falls && !instr.next.empty()) out += fmt::format(" -> {}", fmt::join(instr.next, " "));
      out += "\n";
    }
  }
  return out;
}

std::string rendered(const Source& source, const std::vector<Diagnostic>& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics) out += render(source, d);
  return out;
}

}  // namespace robur::testing
