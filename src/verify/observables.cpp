#include "verify/observables.h"

#include <algorithm>

#include <fmt/format.h>

#include "verify/reach_syntax.h"

namespace robur::verify {

namespace {

// The registers that some instruction of the code reads.
std::vector<bool> readBy(const Code& code) {
  std::vector<bool> out(code.registers.size(), false);
  const auto use = [&](const ExprPtr& e) {
    if (!e) return;
    forEachNode(e, [&](const Expr& node) {
      if (node.kind == Expr::Kind::Reg) out[raw(node.reg)] = true;
    });
  };
  for (const Instr& in : code.instrs) {
    use(in.address.index);
    use(in.value);
    use(in.expected);
  }
  return out;
}

std::vector<bool> assignedBy(const Code& code) {
  std::vector<bool> out(code.registers.size(), false);
  for (const Instr& in : code.instrs) {
    if (in.dst != kNoReg) out[raw(in.dst)] = true;
  }
  return out;
}

// The cells of a location, if the name is that of an array.
bool addArray(const Program& program, const std::string& name, std::vector<std::uint32_t>& cells) {
  for (std::uint32_t i = 0; i < program.locations.size(); ++i) {
    const Location& location = program.locations[i];
    if (!location.isArray || location.name != name) continue;
    const std::uint32_t first = raw(program.firstCell(LocationId{i}));
    for (std::uint32_t c = 0; c < location.size(); ++c) cells.push_back(first + c);
    return true;
  }
  return false;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? std::string()
                                    : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

void add(const Machine& machine, const std::string& name, Observables& out) {
  if (addArray(machine.program(), trimmed(name), out.cells)) return;
  const TermPtr term = parseTerm(machine, name);
  if (term->kind == Term::Kind::Register) {
    out.registers.push_back({term->thread, term->index});
  } else if (term->kind == Term::Kind::Cell) {
    out.cells.push_back(term->index);
  } else {
    throw ReachError{term->begin, term->size, "this is neither a register nor a location",
                     "name registers and locations, as in: t1.r, x, a[2]"};
  }
}

}  // namespace

std::vector<std::vector<bool>> Observables::registersOf(const Program& program) const {
  std::vector<std::vector<bool>> out;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t) {
    out.emplace_back(program.codeOf(ThreadId{t}).registers.size(), false);
  }
  for (const Register& r : registers) out[r.thread][r.index] = true;
  return out;
}

std::vector<std::string> Observables::names(const Program& program) const {
  std::vector<std::string> out;
  for (const Register& r : registers) {
    out.push_back(fmt::format("{}.{}", program.threads[r.thread].name,
                              program.codeOf(ThreadId{r.thread}).registers[r.index].name));
  }
  for (const std::uint32_t cell : cells) out.push_back(program.cellName(CellId{cell}));
  return out;
}

Observables observablesOf(const FinalCondition& condition) {
  Observables out;
  for (const FinalCondition::Observed& observed : condition.observed) {
    if (observed.isCell) {
      out.cells.push_back(raw(observed.cell));
    } else {
      out.registers.push_back({raw(observed.thread), raw(observed.reg)});
    }
  }
  return out;
}

FinalCondition conditionOn(const Observables& observables) {
  FinalCondition out;
  out.claim = std::make_shared<const Proposition>();
  for (const Observables::Register& r : observables.registers) {
    FinalCondition::Observed observed;
    observed.thread = ThreadId{r.thread};
    observed.reg = RegId{r.index};
    out.observed.push_back(std::move(observed));
  }
  for (const std::uint32_t cell : observables.cells) {
    FinalCondition::Observed observed;
    observed.isCell = true;
    observed.cell = CellId{cell};
    out.observed.push_back(std::move(observed));
  }
  return out;
}

Observables defaultObservables(const Program& program, bool registers) {
  Observables out;
  for (std::uint32_t t = 0; registers && t < program.threads.size(); ++t) {
    const Code& code = program.codeOf(ThreadId{t});
    const std::vector<bool> read = readBy(code);
    const std::vector<bool> assigned = assignedBy(code);
    for (std::uint32_t r = 0; r < code.registers.size(); ++r) {
      if (assigned[r] && !read[r]) out.registers.push_back({t, r});
    }
  }
  for (std::uint32_t cell = 0; cell < program.cellCount(); ++cell) out.cells.push_back(cell);
  return out;
}

ParsedObservables parseObservables(const Machine& machine, const std::string& text) {
  ParsedObservables out;
  Observables observables;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    try {
      add(machine, text.substr(begin, end - begin), observables);
    } catch (const ReachError& wrong) {
      Diagnostic d;
      d.span.line = d.span.endLine = 1;
      d.span.column = static_cast<std::uint32_t>(begin + wrong.at + 1);
      d.span.endColumn = static_cast<std::uint32_t>(begin + wrong.at + 1 + wrong.size);
      d.message = wrong.message;
      d.help = wrong.help;
      out.diagnostics.push_back(std::move(d));
    }
    begin = end + 1;
  }
  if (out.diagnostics.empty()) out.observables = std::move(observables);
  return out;
}

}  // namespace robur::verify
