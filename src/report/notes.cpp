// Loops that were treated as waits, sc accesses that a model does not define, and threads that can
// wait forever. Copies of one thread that wait at the same location share a note.
#include "report/notes.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/model_info.h"
#include "report/words.h"

namespace robur {

namespace {

Note spinNote(const Program& program, const SpinLoop& loop) {
  const std::string text = sourceText(program, loop.span);
  return {loop.span, fmt::format("this spin loop on {} is treated as a blocking wait; "
                                 "--exact-loops explores every iteration",
                                 text.empty() ? "this load" : text)};
}

// RC20 defines sc fences but no sc accesses. The note is on the first of them.
void addScAccess(const Program& program, std::vector<Note>& notes) {
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      const bool sc =
          in.order == Order::Sc || (in.op == Instr::Op::Cas && in.failOrder == Order::Sc);
      if (!accessesMemory(in.op) || !sc) continue;
      notes.push_back({in.span,
                       "RC20 does not define sc accesses; they are treated as acquire and release, "
                       "and violations that their order excludes are dropped; --model rc11 defines "
                       "them"});
      return;
    }
  }
}

}  // namespace

std::vector<Note> notesOn(const Program& program, const Result& result) {
  std::vector<Note> notes;
  for (const SpinLoop& loop : result.spinLoops) notes.push_back(spinNote(program, loop));
  if (infoOf(result.model).scAccesses == ScAccesses::Outside) addScAccess(program, notes);

  if (result.anyNumber) {
    for (const FaultPlace& fault : result.anyNumber->more) {
      notes.push_back({fault.span, fmt::format("there is an error here as well, with more copies: "
                                               "{}; robur check --model sc shows it",
                                               spelling(fault.property))});
    }
  }

  struct Waiting {
    Span span;
    std::string statement;
    std::vector<std::string> threads;
  };
  std::vector<Waiting> waiting;
  for (const BlockedThread& blocked : result.blocked) {
    const Span span = spanOf(program, blocked.thread, blocked.pc);
    const std::string statement = statementText(program, blocked.thread, blocked.pc);
    auto same = std::ranges::find_if(
        waiting, [&](const Waiting& w) { return w.span == span && w.statement == statement; });
    if (same == waiting.end()) same = waiting.insert(waiting.end(), {span, statement, {}});
    const std::string name = threadName(program, blocked.thread);
    if (std::ranges::find(same->threads, name) == same->threads.end()) {
      same->threads.push_back(name);
    }
  }
  for (const Waiting& w : waiting) {
    notes.push_back(
        {w.span,
         fmt::format("thread{} {} can wait here forever{}", w.threads.size() == 1 ? "" : "s",
                     fmt::join(w.threads, ", "), w.statement.empty() ? "" : ": " + w.statement)});
  }
  return notes;
}

}  // namespace robur
