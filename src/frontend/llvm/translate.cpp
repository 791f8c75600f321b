#include "frontend/llvm/translate.h"

#include <fmt/format.h>
#include <llvm/IR/DataLayout.h>

#include "frontend/llvm/assemble.h"
#include "frontend/llvm/evaluator.h"
#include "program/validate.h"

namespace robur::llvmfront {

namespace {

constexpr unsigned kMostRounds = 500;

// Was the touch made before the thread came into being?
bool before(const Context& c, const Touch& touch, std::uint32_t thread) {
  while (thread != 0) {
    const ThreadPlan& plan = c.threads[thread];
    if (plan.parent == touch.thread) return touch.spawned <= plan.ordinal;
    thread = plan.parent;
  }
  return false;
}

// What two threads use, one of them writing, without the creation of one being after all that
// the other does to it, must be in memory.
void findResidents(Context& c) {
  for (const auto& [object, touches] : c.touches) {
    bool shared = false;
    for (const Touch& a : touches) {
      for (const Touch& b : touches) {
        shared |= a.thread != b.thread && (a.write || b.write) && !before(c, a, b.thread) &&
                  !before(c, b, a.thread);
      }
    }
    if (shared) c.facts.add(c.facts.resident, object);
  }
}

// Variables of the whole program are guessed to be used by several threads: they usually are,
// and a thread that waits for one would otherwise seem to wait for ever.
void seedResidents(Context& c) {
  const llvm::DataLayout& layout = c.info.module().getDataLayout();
  for (const llvm::GlobalVariable& global : c.info.module().globals()) {
    if (global.isConstant() || global.isThreadLocal() || global.isDeclaration()) continue;
    const auto size = static_cast<std::int64_t>(layout.getTypeAllocSize(global.getValueType()));
    c.facts.resident.insert(c.objects.intern({Object::Kind::Global, &global, 0, 0, size}));
  }
}

std::vector<Code> oneRound(Context& c, const llvm::Function* start) {
  c.layout.emplace(c.facts);
  c.touches.clear();
  c.initial.clear();
  c.threads.clear();
  c.steps = 0;
  c.begun = false;
  c.hung = {};
  ThreadPlan main;
  main.function = start;
  c.threads.push_back(std::move(main));
  std::vector<Code> codes;
  for (std::uint32_t t = 0; t < c.threads.size(); ++t) {
    introduce(c, t, c.threads[t].function);
    State state = c.threads[t].start;
    Frame frame;
    frame.function = c.threads[t].function;
    frame.block = &frame.function->getEntryBlock();
    frame.at = frame.block->begin();
    frame.context = c.contexts.root(t);
    for (const llvm::Argument& argument : frame.function->args()) {
      if (argument.getArgNo() < c.threads[t].arguments.size()) {
        frame.values[c.info.id(&argument)] = c.threads[t].arguments[argument.getArgNo()];
      }
    }
    state.frames.push_back(std::move(frame));
    codes.push_back(Evaluator(c, t).run(std::move(state)));
  }
  findResidents(c);
  if (c.facts.threadsMatter && c.threads.size() > c.facts.threads) {
    c.facts.threads = static_cast<std::uint32_t>(c.threads.size());
    c.facts.changed = true;
  }
  return codes;
}

// The first round that is one too many has still found a cell that is new, or something new that
// a cell may hold.
Refusal endless(Context& c, const Facts& before) {
  const Namer namer;
  const auto grows = [&](const Target& at, const Leaf& leaf) {
    const auto object = before.leaves.find(at.object);
    if (object == before.leaves.end() || !object->second.contains(at.offset)) return true;
    return object->second.at(at.offset).targets.size() != leaf.targets.size();
  };
  for (const auto& [object, leaves] : c.facts.leaves) {
    for (const auto& [offset, leaf] : leaves) {
      if (!leaf.span.known() || !grows({object, offset}, leaf)) continue;
      const Object& grown = c.objects[object];
      return Refusal(leaf.span,
                     fmt::format("what `{}` may hold grows with every look at the program",
                                 namer.nameOf(grown, namer.nameOf(grown), offset)),
                     "pointers that are moved on and on are hard to follow; use indices", true);
    }
  }
  return Refusal({}, "this program does not settle down", "it may be too dynamic to follow", true);
}

}  // namespace

Translated translate(const llvm::Module& module, const Replaced& replaced) {
  ModuleInfo info(module);
  Spans spans(replaced);
  Context c{info, spans, {}, {}, {}, {}, {}, {}, {}, {}, {}, 0, false, {}};
  seedResidents(c);
  Translated out;
  try {
    std::vector<Code> codes;
    unsigned round = 0;
    Facts before;
    do {
      c.facts.changed = false;
      if (round + 1 == kMostRounds) before = c.facts;
      try {
        codes = oneRound(c, module.getFunction("__robur_start"));
      } catch (const Refusal&) {
        // Perhaps only because facts were missing that are known by now.
        findResidents(c);
        if (!c.facts.changed) throw;
      }
      if (++round == kMostRounds) throw endless(c, before);
    } while (c.facts.changed);
    if (c.hung.known()) {
      throw Refusal(c.hung, "this loop seems to run for ever without touching shared memory",
                    "give the loop an end, or wait for something", true);
    }
    out.program = assemble(c, std::move(codes));
    for (const std::string& name : c.ignored) {
      out.diagnostics.push_back(
          {Diagnostic::Severity::Note, {}, fmt::format("calls of {} are left out", name), ""});
    }
  } catch (const Refusal& refusal) {
    const auto severity =
        refusal.limit ? Diagnostic::Severity::Warning : Diagnostic::Severity::Error;
    out.diagnostics.push_back({severity, refusal.span, refusal.what(), refusal.help});
    if (refusal.limit) {
      out.unfinished = refusal.span.known()
                           ? fmt::format("line {}: {}", refusal.span.line, refusal.what())
                           : refusal.what();
    }
  }
  out.program.sources = spans.sources();
  if (!hasErrors(out.diagnostics) && out.unfinished.empty()) {
    for (Diagnostic& d : validate(out.program)) {
      if (d.code == Diagnostic::Code::PlainAccessToAtomic) {
        d.help = "other accesses to it are atomic; make this one atomic too, if only relaxed";
      }
      out.diagnostics.push_back(std::move(d));
    }
  }
  return out;
}

}  // namespace robur::llvmfront
