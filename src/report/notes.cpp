// Loops that were taken as waits, sc accesses that a model does not have, and threads that can
// be left waiting. Copies of one thread that wait at the same place share a note.
#include "report/notes.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/model_info.h"
#include "report/words.h"

namespace robur {

namespace {

Note spinNote(const Program& program, const SpinLoop& loop) {
  const std::string text = sourceText(program, loop.span);
  return {loop.span, fmt::format("the loop on {} is taken as a wait for a value that ends it; "
                                 "--exact-loops looks at every round",
                                 text.empty() ? "this load" : text)};
}

// RC20 has sc fences but no sc accesses. The first of them stands for all.
void addScAccess(const Program& program, std::vector<Note>& notes) {
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      const bool sc =
          in.order == Order::Sc || (in.op == Instr::Op::Cas && in.failOrder == Order::Sc);
      if (!accessesMemory(in.op) || !sc) continue;
      notes.push_back({in.span,
                       "sc accesses are outside RC20 and count as acquire and release, except "
                       "that a violation must respect their order; --model rc11 has them"});
      return;
    }
  }
}

}  // namespace

std::vector<Note> notesOn(const Program& program, const Result& result) {
  std::vector<Note> notes;
  for (const SpinLoop& loop : result.spinLoops) notes.push_back(spinNote(program, loop));
  if (infoOf(result.model).scAccesses == ScAccesses::Outside) addScAccess(program, notes);

  struct Place {
    Span span;
    std::string statement;
    std::vector<std::string> threads;
  };
  std::vector<Place> places;
  for (const BlockedThread& blocked : result.blocked) {
    const Span span = spanOf(program, blocked.thread, blocked.pc);
    const std::string statement = statementText(program, blocked.thread, blocked.pc);
    auto place = std::ranges::find_if(
        places, [&](const Place& p) { return p.span == span && p.statement == statement; });
    if (place == places.end()) place = places.insert(places.end(), {span, statement, {}});
    const std::string name = threadName(program, blocked.thread);
    if (std::ranges::find(place->threads, name) == place->threads.end()) {
      place->threads.push_back(name);
    }
  }
  for (const Place& place : places) {
    notes.push_back(
        {place.span,
         fmt::format("thread{} {} can be left waiting here for ever{}",
                     place.threads.size() == 1 ? "" : "s", fmt::join(place.threads, ", "),
                     place.statement.empty() ? "" : ": " + place.statement)});
  }
  return notes;
}

}  // namespace robur
