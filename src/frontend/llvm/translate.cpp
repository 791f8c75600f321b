#include "frontend/llvm/translate.h"

#include <algorithm>

#include <fmt/format.h>
#include <llvm/IR/DataLayout.h>

#include "frontend/llvm/assemble.h"
#include "frontend/llvm/first_residents.h"
#include "frontend/llvm/hints.h"
#include "frontend/llvm/path_runner.h"
#include "frontend/llvm/pools.h"
#include "program/validate.h"

namespace robur::frontend_llvm {

namespace {

// Programs need a handful; one that needs more than this probably needs infinitely many.
constexpr unsigned kMostRounds = 500;

// Was the access made before the thread was created?
bool before(const Context& c, const Touch& touch, std::uint32_t thread) {
  while (thread != 0) {
    const ThreadPlan& plan = c.round.threads[thread];
    if (plan.parent == touch.thread) return touch.spawned <= plan.ordinal;
    thread = plan.parent;
  }
  return false;
}

// An object must be in memory if two threads access it, one of them writes it, and neither access
// comes before the creation of the other thread.
void findResidents(Context& c) {
  if (shareAmongCopies(c)) {
    c.assumed = {};
    seedResidents(c);
    c.assumed.changed = true;
    return;
  }
  for (const auto& [object, touches] : c.round.touches) {
    bool shared = false;
    for (const Touch& a : touches) {
      for (const Touch& b : touches) {
        shared |= a.thread != b.thread && (a.write || b.write) && !before(c, a, b.thread) &&
                  !before(c, b, a.thread);
      }
    }
    if (shared) c.assumed.add(c.assumed.resident, object);
  }
}

std::vector<Code> oneRound(Context& c, const llvm::Function* start) {
  c.round = {};
  c.round.layout = Layout(c.assumed);
  ThreadPlan main;
  main.function = start;
  c.round.threads.push_back(std::move(main));
  std::vector<Code> codes;
  for (std::uint32_t t = 0; t < c.round.threads.size(); ++t) {
    introduce(c, t, c.round.threads[t].function);
    State state = c.round.threads[t].start;
    if (const llvm::Function* end = c.info.module().getFunction("__robur_end"); t == 0 && end) {
      state.atExit.push_back({end, integer(0, 64)});
    }
    CallFrame frame;
    frame.function = c.round.threads[t].function;
    frame.block = &frame.function->getEntryBlock();
    frame.at = frame.block->begin();
    frame.context = c.contexts.root(t);
    for (const llvm::Argument& argument : frame.function->args()) {
      if (argument.getArgNo() < c.round.threads[t].arguments.size()) {
        frame.values[c.info.id(&argument)] = c.round.threads[t].arguments[argument.getArgNo()];
      }
    }
    state.frames.push_back(std::move(frame));
    codes.push_back(PathRunner(c, t).run(std::move(state)));
  }
  if (!c.round.unknown.empty()) throw c.round.unknown.refusal();
  findResidents(c);
  if (c.assumed.threadsMatter && c.round.threads.size() > c.assumed.threads) {
    c.assumed.threads = static_cast<std::uint32_t>(c.round.threads.size());
    c.assumed.changed = true;
  }
  return codes;
}

// The last round has still found a new cell, or a new target of one: names it.
Refusal diverged(Context& c, const Assumptions& before) {
  const Namer namer(c.contexts);
  const auto grows = [&](const Target& at, const Leaf& leaf) {
    const auto object = before.leaves.find(at.object);
    if (object == before.leaves.end() || !object->second.contains(at.offset)) return true;
    return object->second.at(at.offset).targets.size() != leaf.targets.size();
  };
  for (const auto& [object, leaves] : c.assumed.leaves) {
    for (const auto& [offset, leaf] : leaves) {
      if (!leaf.span.known() || !grows({object, offset}, leaf)) continue;
      const Object& grown = c.objects[object];
      return Refusal(
          leaf.span,
          fmt::format("the set of targets of `{}` keeps growing; no fixpoint after {} rounds",
                      namer.nameOf(grown, namer.nameOf(grown), offset), kMostRounds),
          "use an index instead of a pointer that is moved in a loop", true);
    }
  }
  return Refusal({}, fmt::format("the analysis did not converge after {} rounds", kMostRounds),
                 "simplify how the program uses pointers", true);
}

// main runs with the arguments that start.cpp gives it.
void noteArgumentsOfMain(Context& c, std::vector<Diagnostic>& to) {
  const llvm::Function* main = c.info.module().getFunction("main");
  if (main == nullptr || main->isDeclaration() || main->use_empty()) return;
  const bool used = std::any_of(main->arg_begin(), main->arg_end(),
                                [](const llvm::Argument& a) { return !a.use_empty(); });
  if (!used) return;
  const llvm::DISubprogram* info = main->getSubprogram();
  to.push_back({Diagnostic::Severity::Note,
                info != nullptr ? c.spans.ofLine(info->getFile(), info->getLine()) : Span{},
                "main is called with argc 1: the name of the program and no arguments", ""});
}

// What is looked for is less than all races (docs/cpp.md).
void notePlainAccesses(const Program& program, std::vector<Diagnostic>& to) {
  for (const Code& code : program.codes) {
    const auto plain = std::ranges::find(code.instrs, true, &Instr::plain);
    if (plain == code.instrs.end()) continue;
    to.push_back({Diagnostic::Severity::Note, plain->span,
                  "this plain access is to a location that is atomic elsewhere: it is treated as "
                  "relaxed, and as a race with accesses that can happen at the same time",
                  ""});
    return;
  }
}

void noteVolatile(Context& c, std::vector<Diagnostic>& to) {
  if (!c.round.plainVolatile.known()) return;
  to.push_back({Diagnostic::Severity::Note, c.round.plainVolatile,
                "volatile accesses are plain, as in C and C++; --volatile relaxed treats them as "
                "relaxed atomics",
                ""});
}

// In functions of the program's own files.
void noteHints(Context& c, std::vector<Diagnostic>& to) {
  for (const llvm::DILocation* at : droppedHints(c.info.module())) {
    if (!c.spans.ours(at->getFile())) continue;
    to.push_back({Diagnostic::Severity::Note, c.spans.of(at),
                  "this only decides whether and how long a thread pauses, and is ignored", ""});
  }
}

// More cells than a state can hold are no error of the program.
void limitCells(Translated& out) {
  std::size_t cells = 0;
  for (const Location& location : out.program.locations) {
    cells += location.init.size();
    if (cells <= kMaxCells) continue;
    out.unfinished = fmt::format("the program has more than {} memory cells", kMaxCells);
    out.diagnostics.push_back({Diagnostic::Severity::Warning, location.span, out.unfinished,
                               "make arrays smaller: every cell is part of every state"});
    return;
  }
}

// What one attempt follows, and what it met.
struct Attempt {
  bool followsUnknownSizes = true;  // allocations of a size that is not known
  bool followsManyObjects = true;   // up to 64 objects from one allocation
  bool metUnknownSize = false;
  bool metManyObjects = false;
};

// Objects from one allocation if more of them are not followed.
constexpr unsigned kFewAlive = 3;

Translated translateOnce(const llvm::Module& module, const TranslationSettings& settings,
                         Attempt& attempt) {
  ModuleInfo info(module);
  Spans spans(Files(module, settings.systemDirectories), settings.replaced);
  Context c(info, spans);
  c.relaxedVolatile = settings.relaxedVolatile;
  c.poolSize = settings.poolSize;
  c.pure.insert(settings.pure.begin(), settings.pure.end());
  c.followsUnknownSizes = attempt.followsUnknownSizes;
  if (!attempt.followsManyObjects) {
    c.mostAlive = kFewAlive;
    c.refusesMoreAlive = true;
  }
  seedResidents(c);
  Translated out;
  try {
    std::vector<Code> codes;
    unsigned round = 0;
    Assumptions before;
    do {
      c.assumed.changed = false;
      if (round + 1 == kMostRounds) before = c.assumed;
      try {
        codes = oneRound(c, module.getFunction("__robur_start"));
      } catch (const Refusal&) {
        // The reason may be an assumption that was missing and has been added since.
        findResidents(c);
        if (!c.assumed.changed) {
          if (!c.round.unknown.empty()) throw c.round.unknown.refusal();
          throw;
        }
      }
      if (++round == kMostRounds) throw diverged(c, before);
    } while (c.assumed.changed);
    if (c.round.hung.known()) {
      throw Refusal(c.round.hung, "this loop seems to run forever without accessing shared memory",
                    "bound the loop, or let it wait for a shared variable", true);
    }
    out.program = assemble(c, std::move(codes));
    out.program.bounds = boundsOf(c);
    noteArgumentsOfMain(c, out.diagnostics);
    noteHints(c, out.diagnostics);
    noteVolatile(c, out.diagnostics);
    for (const auto& [line, texts] : c.notes) {
      for (const auto& [text, span] : texts) {
        out.diagnostics.push_back({Diagnostic::Severity::Note, span, text, ""});
      }
    }
    notePlainAccesses(out.program, out.diagnostics);
    if (!c.round.unknownLater.empty()) {
      const Refusal all = c.round.unknownLater.refusal();
      out.diagnostics.push_back({Diagnostic::Severity::Note, all.span,
                                 fmt::format("{}; a run that gets there ends", all.what()),
                                 all.help});
    }
    for (const std::string& name : c.ignored) {
      out.diagnostics.push_back(
          {Diagnostic::Severity::Note, {}, fmt::format("calls of {} are ignored", name), ""});
    }
  } catch (const Refusal& refusal) {
    const auto severity =
        refusal.limit ? Diagnostic::Severity::Warning : Diagnostic::Severity::Error;
    out.diagnostics.push_back({severity, refusal.span, refusal.what(), refusal.help});
    out.needsNumber = refusal.needsNumber;
    if (refusal.limit) {
      out.unfinished = refusal.span.known()
                           ? fmt::format("line {}: {}", refusal.span.line, refusal.what())
                           : refusal.what();
    }
  }
  out.program.sources = spans.sources();
  out.program.frames = spans.frames();
  if (!hasErrors(out.diagnostics) && out.unfinished.empty()) limitCells(out);
  if (!hasErrors(out.diagnostics) && out.unfinished.empty()) {
    for (Diagnostic& d : validate(out.program)) {
      if (d.code == Diagnostic::Code::PlainAccessToAtomic) {
        d.help = "other accesses to it are atomic; make this one atomic too, for example relaxed";
      }
      out.diagnostics.push_back(std::move(d));
    }
  }
  attempt.metUnknownSize = c.metUnknownSize;
  attempt.metManyObjects = c.metMoreAlive;
  return out;
}

}  // namespace

// What is followed may exceed a limit although no run gets there: what comes after an allocation of
// an unknown size, or an allocation in a loop that the translation cannot see to end. Then such
// allocations are refused, like other things that matter only if a run gets there.
Translated translate(const llvm::Module& module, const TranslationSettings& settings) {
  Attempt attempt;
  while (true) {
    Translated out = translateOnce(module, settings, attempt);
    if (out.unfinished.empty()) return out;
    if (attempt.metManyObjects) {
      attempt.followsManyObjects = false;
    } else if (attempt.metUnknownSize && attempt.followsUnknownSizes) {
      attempt.followsUnknownSizes = false;
    } else {
      return out;
    }
    attempt.metUnknownSize = attempt.metManyObjects = false;
  }
}

}  // namespace robur::frontend_llvm
