#include "promela/thread.h"

#include <fmt/format.h>

#include "program/print.h"
#include "promela/names.h"
#include "promela/step.h"

namespace robur::promela {

namespace {

// The target of a chain of jumps. A loop that consists only of jumps is kept.
Pc landing(const Code& code, const ExportOptions& options, Pc pc) {
  if (options.stepPerInstruction) return pc;
  std::vector<bool> seen(code.instrs.size(), false);
  while (pc < code.instrs.size() && code.instrs[pc].op == Instr::Op::Goto && !seen[pc]) {
    seen[pc] = true;
    pc = code.instrs[pc].next[0];
  }
  return pc;
}

bool canBlock(Instr::Op op) {
  return op == Instr::Op::Wait || op == Instr::Op::Bcas || op == Instr::Op::Halt;
}

// The order in which instructions are written: depth first from the entry, so most successors need
// no goto.
std::vector<Pc> writingOrder(const Code& code, const ExportOptions& options) {
  std::vector<bool> seen(code.instrs.size(), false);
  std::vector<Pc> order;
  std::vector<Pc> open = {landing(code, options, code.entry)};
  while (!open.empty()) {
    const Pc pc = open.back();
    open.pop_back();
    if (seen[pc]) continue;
    seen[pc] = true;
    order.push_back(pc);
    const std::vector<Pc>& next = code.instrs[pc].next;
    for (auto it = next.rbegin(); it != next.rend(); ++it) {
      open.push_back(landing(code, options, *it));
    }
  }
  return order;
}

std::string withoutCommentEnds(std::string text) {
  for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text[at + 1] = ' ';
  for (std::size_t at = 0; (at = text.find("/*", at)) != std::string::npos;) text[at + 1] = ' ';
  for (char& c : text) {
    if (c == '\n' || c == '\\') c = ' ';
  }
  return text;
}

class ProctypeWriter {
 public:
  ProctypeWriter(const Layout& layout, Monitor* monitor, const ExportOptions& options,
                 const ThreadGroup& group)
      : layout_(layout),
        options_(options),
        group_(group),
        thread_(layout.program.threads[group.first]),
        code_(layout.program[thread_.code]),
        rest_(static_cast<Pc>(code_.instrs.size())),
        exprs_(layout.program, layout.ranges, thread_.code, threadIndex(), registerNames()),
        context_{layout, monitor, options, code_, exprs_, rest_} {}

  std::string write(const std::string& name) {
    std::string text = fmt::format("active [{}] proctype {}() {{\n", group_.count, name);
    for (std::size_t r = 0; r < code_.registers.size(); ++r) {
      const auto id = static_cast<RegId>(r);
      const Interval& range = layout_.ranges.reg(thread_.code, id);
      text += fmt::format("  {} {} = {};\n", typeFor(range, false, code_.registers[r].name),
                          exprs_.nameOf(id), number(code_.registers[r].init));
    }
    const std::vector<Pc> order = writingOrder(code_, options_);
    for (std::size_t i = 0; i < order.size(); ++i) {
      text += instruction(order[i], i + 1 < order.size() ? order[i + 1] : rest_);
    }
    return text + (rests_ ? "end_rest: false\n}\n" : "}\n");
  }

 private:
  Text threadIndex() const {
    if (group_.count == 1) return literal(thread_.index);
    const std::int64_t offset = thread_.index - group_.first;
    const Interval range{thread_.index, thread_.index + group_.count - 1};
    if (offset == 0) return {"_pid", range, {}};
    return {fmt::format("(_pid {} {})", offset < 0 ? '-' : '+', offset < 0 ? -offset : offset),
            range,
            {}};
  }

  std::vector<std::string> registerNames() const {
    Names names("r_");
    std::vector<std::string> all;
    for (const Register& r : code_.registers) all.push_back(names.fresh(r.name));
    return all;
  }

  std::string label(Pc pc) const {
    if (pc == rest_) return "end_rest";
    return fmt::format("{}{}", canBlock(code_.instrs[pc].op) ? "end" : "L", pc);
  }

  // Completes the steps: on arrival, the thread announces its pending plain access.
  std::vector<Step> stepsOf(Pc pc) {
    const Instr& instr = code_.instrs[pc];
    const bool touches = accessesMemory(instr.op) || instr.op == Instr::Op::Fence;
    std::vector<Step> steps =
        touches ? accessSteps(context_, instr, pc) : localSteps(context_, instr);
    for (Step& step : steps) {
      rests_ |= step.target == rest_;
      step.target = step.target == rest_ ? rest_ : landing(code_, options_, step.target);
      if (!layout_.watchesIntentions() || step.target == pc) continue;
      const bool leaves = intentionAt(layout_, exprs_, instr) != "0";
      const std::string next =
          step.target == rest_ ? "0" : intentionAt(layout_, exprs_, code_.instrs[step.target]);
      if (leaves || next != "0") {
        step.effect.push_back(fmt::format("{}[_pid] = {}", kIntentions, next));
      }
    }
    return steps;
  }

  std::string stepText(const Step& step, bool local, Pc following) const {
    Lines parts = step.effect;
    std::string text;
    if (step.guard.empty() && parts.empty()) {
      text = "true";
    } else if (parts.empty()) {
      text = fmt::format("({})", step.guard);
    } else if (step.guard.empty() && parts.size() == 1 && local) {
      text = parts[0];
    } else {
      const std::string guard =
          step.guard.empty() ? "" : fmt::format("({}) ->\n      ", step.guard);
      text = fmt::format("d_step {{ {}{} }}", guard, joined(parts, ";\n      "));
    }
    return step.target == following ? text : fmt::format("{}; goto {}", text, label(step.target));
  }

  std::string instruction(Pc pc, Pc following) {
    const Instr& instr = code_.instrs[pc];
    const bool local = !accessesMemory(instr.op) && instr.op != Instr::Op::Fence;
    const std::string source = withoutCommentEnds(printInstr(layout_.program, code_, instr));
    std::string text = instr.span.known() ? fmt::format("  /* {}: {} */\n", instr.span.line, source)
                                          : fmt::format("  /* {} */\n", source);
    const std::vector<Step> steps = stepsOf(pc);
    if (steps.empty()) return text + fmt::format("{}: false;\n", label(pc));
    // Spin treats a jump to a labelled d_step as a jump into it, so only a single statement may be
    // labelled directly.
    if (steps.size() == 1 && steps[0].guard.empty() && steps[0].effect.size() <= 1 && local) {
      return text + fmt::format("{}: {};\n", label(pc), stepText(steps[0], local, following));
    }
    text += fmt::format("{}: if\n", label(pc));
    for (const Step& step : steps) {
      text += fmt::format("    :: {}\n", stepText(step, local, following));
    }
    return text + "    fi;\n";
  }

  const Layout& layout_;
  const ExportOptions& options_;
  const ThreadGroup group_;
  const Thread& thread_;
  const Code& code_;
  const Pc rest_;
  const ExprText exprs_;
  const StepContext context_;
  bool rests_ = false;  // some step leads to the final state of faults
};

}  // namespace

std::vector<ThreadGroup> threadGroups(const Program& program) {
  std::vector<ThreadGroup> groups;
  for (unsigned t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    if (!groups.empty()) {
      ThreadGroup& last = groups.back();
      const Thread& head = program.threads[last.first];
      if (head.code == thread.code && head.index + last.count == thread.index) {
        ++last.count;
        continue;
      }
    }
    groups.push_back({t, 1});
  }
  return groups;
}

std::string writeProctype(const Layout& layout, Monitor* monitor, const ExportOptions& options,
                          const ThreadGroup& group, const std::string& name) {
  return ProctypeWriter(layout, monitor, options, group).write(name);
}

// Spin requires constants here, so the address of the first instruction is computed now.
std::vector<unsigned> initialIntentions(const Layout& layout, const ExportOptions& options) {
  std::vector<unsigned> all;
  for (const Thread& thread : layout.program.threads) {
    const Code& code = layout.program[thread.code];
    const Instr& instr = code.instrs[landing(code, options, code.entry)];
    const Address& address = instr.address;
    std::optional<unsigned> plain;
    if (accessesMemory(instr.op) && instr.order == Order::NonAtomic) {
      const std::optional<std::int64_t> index =
          address.index ? constantFor(layout.program, thread, address.index, &code.registers) : 0;
      const std::int64_t base = address.pointer ? 0 : raw(layout.program.firstCell(address.base));
      const std::int64_t extent =
          address.pointer ? layout.program.cellCount() : layout.program[address.base].size();
      if (index && *index >= 0 && *index < extent) {
        plain = layout.plainIndex(static_cast<CellId>(base + *index));
      }
    }
    all.push_back(plain ? intentionCode(*plain, instr.op == Instr::Op::Store) : 0);
  }
  return all;
}

}  // namespace robur::promela
