#include "unit/frontend_rob/support.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "program/print.h"

namespace robur::testing {

namespace {

std::string rendered(const Source& source, const std::vector<Diagnostic>& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics) out += render(source, d);
  return out;
}

}  // namespace

Program parsed(std::string_view text) {
  const Source source{"t.rob", std::string(text)};
  Parsed result = parseRob(source);
  EXPECT_TRUE(result.program) << rendered(source, result.diagnostics) << "in\n" << text;
  return result.program ? std::move(*result.program) : Program{};
}

std::string complaints(std::string_view text) {
  const Source source{"t.rob", std::string(text)};
  const Parsed result = parseRob(source);
  EXPECT_FALSE(result.program) << "nothing is wrong with\n" << text;
  EXPECT_EQ(result.program.has_value(), !hasErrors(result.diagnostics));
  return rendered(source, result.diagnostics);
}

std::string listing(const Program& program) {
  std::string out;
  for (const Code& code : program.codes) {
    out += fmt::format("thread {}\n", code.name);
    for (const Register& r : code.registers) {
      const std::int64_t usual = r.type.contains(0) ? 0 : r.type.lo;
      out += fmt::format("  local {} {}{}\n", spelling(r.type), r.name,
                         r.init == usual ? "" : fmt::format(" = {}", r.init));
    }
    for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
      const Instr& instr = code.instrs[pc];
      for (const Label& label : code.labels) {
        if (label.pc == pc) out += fmt::format("{}:\n", label.name);
      }
      out += fmt::format("  {} {}", pc, printInstr(program, code, instr));
      const bool falls = instr.next == std::vector<Pc>{pc + 1} && instr.op != Instr::Op::Goto;
      if (!falls && !instr.next.empty()) out += fmt::format(" -> {}", fmt::join(instr.next, ", "));
      out += '\n';
    }
  }
  return out;
}

std::string lowered(std::string_view text) {
  return listing(parsed(text));
}

std::string readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> filesBelow(const std::string& directory, std::string_view ending) {
  std::vector<std::string> files;
  std::error_code none;
  for (std::filesystem::recursive_directory_iterator it(directory, none), end; it != end; ++it) {
    std::string path = it->path().string();
    if (it->is_regular_file() && path.ends_with(ending)) files.push_back(std::move(path));
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace robur::testing
