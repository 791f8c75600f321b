// Expressions and single instructions in the syntax of .rob.
#pragma once

#include <optional>
#include <string>

#include "program/print_names.h"
#include "program/program.h"

namespace robur {

// C's precedence: operators of a higher level bind tighter.
int levelOf(BinaryOp op);

class InstrPrinter {
 public:
  // With an index, tid is printed as that number.
  InstrPrinter(const Program& program, const PrintNames& names,
               std::optional<std::int64_t> index = std::nullopt)
      : program_(program), names_(names), index_(index) {}

  // Loaded is printed as `loaded`.
  std::string expr(const ExprPtr& e, const std::string& loaded = "value") const;
  // No semicolon; of Branch and Choose the head only.
  std::string instr(const Instr& instr) const;

 private:
  std::string node(const Expr& e, int context, const std::string& loaded) const;
  std::string cell(const Address& address) const;
  std::string call(const Instr& instr, std::string_view method, std::string_view arguments) const;
  std::string result(const Instr& instr, std::string_view text) const;
  std::string registerName(RegId reg) const;

  const Program& program_;
  const PrintNames& names_;
  std::optional<std::int64_t> index_;
};

}  // namespace robur
