// Whole programs: declarations, then each thread laid out in runs of instructions that
// fall through to each other, with labels and gotos where control leaves a run.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "program/print.h"
#include "program/print_instr.h"
#include "program/simplify.h"

namespace robur {

namespace {

// One printed instruction: where control goes without a goto is the next item.
struct Item {
  Pc pc = 0;
  bool falls = false;  // the last successor is the next item
};

Pc lastSuccessor(const Instr& instr) {
  return instr.next.back();
}

// Runs begin at the entry and at jump targets; a run follows the last successor, so that a branch
// continues with its false side, until it reaches an instruction already printed.
std::vector<Item> layOut(const Code& code) {
  std::vector<Item> items;
  std::vector<bool> placed(code.instrs.size(), false);
  std::vector<Pc> starts = {code.entry};
  while (!starts.empty()) {
    Pc pc = starts.back();
    starts.pop_back();
    while (!placed[pc]) {
      placed[pc] = true;
      const Instr& instr = code.instrs[pc];
      items.push_back({pc, false});
      if (instr.op == Instr::Op::Halt) break;
      starts.insert(starts.end(), instr.next.rbegin(), instr.next.rend());
      if (instr.op == Instr::Op::Choose) break;
      pc = lastSuccessor(instr);
      items.back().falls = !placed[pc];
    }
  }
  return items;
}

class ThreadPrinter {
 public:
  ThreadPrinter(const Program& program, const Code& code, PrintNames names, NameSpace space,
                std::optional<std::int64_t> index)
      : program_(program),
        code_(code),
        names_(std::move(names)),
        space_(std::move(space)),
        printer_(program_, names_, index) {
    names_.registers.clear();
    for (const Register& r : code_.registers) names_.registers.push_back(space_.fresh(r.name));
  }

  std::string body() {
    const std::vector<Item> items = layOut(code_);
    for (const Item& item : items) giveLabels(item);
    std::string out;
    for (std::size_t r = 0; r < code_.registers.size(); ++r) out += declaration(r);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto label = labels_.find(items[i].pc);
      const bool lastHalt =
          i + 1 == items.size() && code_.instrs[items[i].pc].op == Instr::Op::Halt;
      if (label != labels_.end()) out += label->second + ":\n";
      if (label != labels_.end() || !lastHalt) out += statement(items[i]);
    }
    return out;
  }

 private:
  std::string declaration(std::size_t index) const {
    const Register& r = code_.registers[index];
    const std::int64_t usual = r.type.contains(0) ? 0 : r.type.lo;
    const std::string init = r.init == usual ? "" : " = " + std::to_string(r.init);
    return fmt::format("  local {} {}{};\n", spelling(r.type), names_.registers[index], init);
  }

  void giveLabels(const Item& item) {
    const std::vector<Pc>& next = code_.instrs[item.pc].next;
    const std::size_t jumps = next.size() - (item.falls ? 1 : 0);
    for (std::size_t i = 0; i < jumps; ++i) {
      if (labels_.contains(next[i])) continue;
      const auto named = std::ranges::find(code_.labels, next[i], &Label::pc);
      const std::string wish =
          named != code_.labels.end() ? named->name : fmt::format("L{}", next[i]);
      labels_[next[i]] = space_.fresh(wish);
    }
  }

  std::string jump(Pc pc) const { return fmt::format("goto {};", labels_.at(pc)); }

  std::string statement(const Item& item) const {
    const Instr& instr = code_.instrs[item.pc];
    switch (instr.op) {
      case Instr::Op::Branch: {
        std::string text = fmt::format("  {} {}", printer_.instr(instr), jump(instr.next[0]));
        if (!item.falls) text += " else " + jump(instr.next[1]);
        return text + "\n";
      }
      case Instr::Op::Choose: {
        std::string text = "  choose ";
        for (std::size_t i = 0; i < instr.next.size(); ++i) {
          text += fmt::format("{}{{ {} }}", i == 0 ? "" : " or ", jump(instr.next[i]));
        }
        return text + "\n";
      }
      case Instr::Op::Goto:
        return fmt::format("  {}\n", jump(instr.next[0]));
      default:
        break;
    }
    std::string text = fmt::format("  {};", printer_.instr(instr));
    if (!instr.complaint.empty()) text += fmt::format("  // else: {}", instr.complaint);
    text += "\n";
    if (instr.op != Instr::Op::Halt && !item.falls) {
      text += fmt::format("  {}\n", jump(instr.next[0]));
    }
    return text;
  }

  const Program& program_;
  const Code& code_;
  PrintNames names_;
  NameSpace space_;
  InstrPrinter printer_;
  std::map<Pc, std::string> labels_;
};

std::string printLocation(const Location& location, const std::string& name) {
  const std::int64_t usual = location.type.contains(0) ? 0 : location.type.lo;
  std::string out =
      fmt::format("{} {} {}", location.atomic ? "atomic" : "plain", spelling(location.type), name);
  if (!location.isArray) {
    if (location.init[0] != usual) out += " = " + std::to_string(location.init[0]);
    return out + ";\n";
  }
  out += fmt::format("[{}]", location.init.size());
  std::size_t given = location.init.size();
  while (given > 0 && location.init[given - 1] == usual) --given;
  if (given == 0) return out + ";\n";
  out += " = {";
  for (std::size_t i = 0; i < given; ++i) {
    out += (i == 0 ? "" : ", ") + std::to_string(location.init[i]);
  }
  return out + "};\n";
}

// How many threads from `first` on are the copies 0..n-1 of one code.
std::size_t copiesFrom(const Program& program, std::size_t first) {
  const std::vector<Thread>& threads = program.threads;
  if (threads[first].anyNumber) return 1;
  std::size_t n = 0;
  while (first + n < threads.size() && threads[first + n].code == threads[first].code &&
         threads[first + n].index == static_cast<std::int64_t>(n)) {
    ++n;
  }
  return n;
}

}  // namespace

std::string printRob(const Program& original) {
  const Program program = simplified(original);
  NameSpace space;
  PrintNames names;
  std::string out;
  for (const Location& location : program.locations) {
    names.locations.push_back(space.fresh(location.name));
    out += printLocation(location, names.locations.back());
  }
  NameSpace threadSpace = space;
  for (std::size_t t = 0; t < program.threads.size();) {
    const Thread& thread = program.threads[t];
    const std::size_t copies = copiesFrom(program, t);
    const std::size_t bracket = thread.name.find('[');
    const bool array = copies > 1 || (copies == 1 && bracket != std::string::npos);
    const std::string name = threadSpace.fresh(std::string_view(thread.name).substr(0, bracket));
    const Code& code = program[thread.code];
    const auto index = copies == 0 ? std::optional(thread.index) : std::nullopt;
    const std::string count = thread.anyNumber ? "[*]" : array ? fmt::format("[{}]", copies) : "";
    out += fmt::format("\nthread {}{} {{\n{}}}\n", name, count,
                       ThreadPrinter(program, code, names, space, index).body());
    t += std::max<std::size_t>(copies, 1);
  }
  return out;
}

}  // namespace robur
