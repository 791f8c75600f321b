#include "audit/row_audit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "audit/replay_rules.h"
#include "program/internal_error.h"
#include "program/print.h"

namespace robur {

namespace {

const char* inOrNot(bool in) {
  return in ? "in" : "not in";
}

struct NumberedRow {
  RowOwner owner;
  RowKind kind;
};

// The rows in the order in which they are kept.
std::vector<NumberedRow> numberedRows(const ReplayedRows& of) {
  std::vector<NumberedRow> out;
  const auto add = [&](RowOwner::Kind kind, unsigned count, const std::vector<RowKind>& rows) {
    for (unsigned i = 0; i < count; ++i) {
      for (const RowKind& row : rows) out.push_back({{kind, i}, row});
    }
  };
  add(RowOwner::Kind::Thread, of.threads, of.plan.thread);
  add(RowOwner::Kind::Cell, of.cells, of.plan.cell);
  add(RowOwner::Kind::Fences, 1, of.plan.fence);
  return out;
}

std::size_t numberOf(const std::vector<NumberedRow>& rows, const RowOwner& owner,
                     const std::string& name) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const RowOwner& o = rows[i].owner;
    if (o.kind == owner.kind && o.index == owner.index && rows[i].kind.name == name) return i;
  }
  throw InternalError("a row is defined that the model does not keep: " + name);
}

std::vector<unsigned> numbersOfPlainCells(const Machine& machine) {
  std::vector<unsigned> out;
  unsigned plain = 0;
  for (unsigned c = 0; c < machine.cellCount(); ++c) {
    out.push_back(machine.cellAtomic(c) ? kNotMonitored : plain++);
  }
  return out;
}

}  // namespace

RowAudit::RowAudit(ModelName model, const Exploration& exploration)
    : model(model),
      e(exploration),
      definitions(e.machine.program(), model, e.monitored, e.options.races == RaceRule::Shadows),
      plainIndex(numbersOfPlainCells(e.machine)),
      columnNames(e.machine.program(), e.monitored, e.machine.threadCount(), plainIndex) {}

std::string RowAudit::describe(const std::string& what, const std::vector<RunStep>& run) const {
  const Program& program = e.machine.program();
  std::string out = fmt::format("{}: {}, after", titleOf(model), what);
  if (run.empty()) out += " nothing";
  for (const RunStep& step : run) {
    const Code& code = program.codeOf(ThreadId{step.thread});
    out += fmt::format("\n  {}: {}", program.threads[step.thread].name,
                       printInstr(program, code, code.instrs[step.pc]));
    if (step.action.kind == Action::Kind::Read || step.action.kind == Action::Kind::Update) {
      out += fmt::format("   reads {}", step.action.read);
    }
    if (step.action.kind == Action::Kind::Write || step.action.kind == Action::Kind::Update) {
      out += fmt::format("   writes {}", step.action.written);
    }
  }
  return out;
}

std::string RowAudit::ownerName(const RowOwner& owner) const {
  switch (owner.kind) {
    case RowOwner::Kind::Thread:
      return columnNames.thread(owner.index);
    case RowOwner::Kind::Cell:
      return columnNames.cell(owner.index);
    case RowOwner::Kind::Fences:
      return "fence";
  }
  return {};
}

std::string RowAudit::compareWithDefinition(const std::vector<RunStep>& run) const {
  const ReplayedRows ruled = replayRules(model, e, run);
  const std::vector<NumberedRow> numbered = numberedRows(ruled);
  for (const DefinedRow& row : definitions.after(run, ruled.plan)) {
    for (unsigned c = 0; c < row.members.size(); ++c) {
      bool in = true;
      for (const std::string& name : row.names) {
        in = in && ruled.has(numberOf(numbered, row.owner, name), c);
      }
      for (const std::string& name : row.otherNames) {
        in = in && ruled.has(numberOf(numbered, row.otherOwner, name), c);
      }
      if (in == row.members[c]) continue;
      std::string what = fmt::format("{}[{}]", fmt::join(row.names, "&"), ownerName(row.owner));
      if (!row.otherNames.empty()) {
        what += fmt::format(" & {}[{}]", fmt::join(row.otherNames, "&"), ownerName(row.otherOwner));
      }
      return describe(
          fmt::format("{} is {} {} by the rules, but {} it by definition",
                      columnNames(row.columns, c), inOrNot(in), what, inOrNot(row.members[c])),
          run);
    }
  }
  return {};
}

// A cell that no thread reads any more is cleared, and writes to it then seem to replace the
// lowest value. That is no loss, because a mere write asks only whether any value class of its
// cell is open; so that is all that counts of such a cell.
std::vector<bool> RowAudit::unreadCells(const std::vector<std::int64_t>& state) const {
  std::vector<bool> out(e.monitored.cellCount(), e.options.clearDead);
  for (unsigned x = 0; x < e.monitored.cellCount(); ++x) {
    for (unsigned t = 0; t < e.machine.threadCount(); ++t) {
      const Pc pc = e.machine.pc(state.data(), t);
      if (e.futures.at(t, pc).reads.has(e.monitored[x].cell)) out[x] = false;
    }
  }
  return out;
}

std::vector<bool> RowAudit::contentOf(const std::vector<std::uint64_t>& row, Columns columns,
                                      const std::vector<bool>& unread) const {
  std::vector<bool> out;
  for (unsigned c = 0; c < 64 * row.size(); ++c) out.push_back(row[c / 64] >> (c % 64) & 1);
  for (unsigned x = 0; x < unread.size(); ++x) {
    if (!unread[x] || columns == Columns::Cells) continue;
    const unsigned first = e.monitored[x].firstClass;
    for (unsigned c = first + 1; c < e.monitored[x].endClass(); ++c) {
      out[first] = out[first] || out[c];
      out[c] = false;
    }
  }
  return out;
}

std::string RowAudit::compareWithRules(const KeptState& kept) const {
  const ReplayedRows ruled = e.options.clearDead
                                 ? replayAndDropDead(model, e, kept.run, kept.machine.data())
                                 : replayRules(model, e, kept.run);
  if (kept.rows.size() != ruled.rows.size()) {
    return describe(
        fmt::format("the search has {} rows, the model {}", kept.rows.size(), ruled.rows.size()),
        kept.run);
  }
  const std::vector<bool> unread = unreadCells(kept.machine);
  const std::vector<NumberedRow> numbered = numberedRows(ruled);
  for (std::size_t i = 0; i < numbered.size(); ++i) {
    const auto& [owner, kind] = numbered[i];
    const std::vector<bool> expected = contentOf(ruled.rows[i], kind.columns, unread);
    const std::vector<bool> found = contentOf(kept.rows[i], kind.columns, unread);
    for (unsigned c = 0; c < std::min(expected.size(), found.size()); ++c) {
      if (expected[c] == found[c]) continue;
      return describe(fmt::format("{} is {} {}[{}] of the search, but {} it by the rules",
                                  columnNames(kind.columns, c), inOrNot(found[c]), kind.name,
                                  ownerName(owner), inOrNot(expected[c])),
                      kept.run);
    }
  }
  return {};
}

void RowAudit::operator()(const KeptState& kept) const {
  std::string wrong = compareWithRules(kept);
  if (wrong.empty() && kept.run.size() <= kLongRun) wrong = compareWithDefinition(kept.run);
  if (!wrong.empty()) throw InternalError(wrong);
}

}  // namespace robur
