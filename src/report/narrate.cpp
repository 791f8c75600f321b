// Narrations of all findings but robustness violations: a data race has two accesses, all other
// findings have one location.
#include "report/narrate.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/model_info.h"
#include "report/call_chain.h"
#include "report/words.h"

namespace robur {

namespace {

Remark remarkOn(const Program& program, const Witness& witness, EventId id, unsigned number) {
  const Event& event = witness.graph[id];
  Remark remark;
  remark.number = number;
  remark.event = id;
  remark.thread = threadName(program, event.thread);
  remark.threadId = event.thread;
  remark.span = spanOf(program, event.thread, event.pc);
  remark.frame = frameOf(program, event.thread, event.pc);
  return remark;
}

bool known(const Witness& witness, EventId id) {
  return raw(id) < witness.graph.size() && !witness.graph[id].init;
}

Narration narrateRace(const Program& program, ModelName model, const Finding& finding) {
  const Witness& witness = finding.witness;
  const Event& late = witness.graph[witness.offender];
  const Event& early = witness.graph[witness.other];
  Narration narration;
  Remark first = remarkOn(program, witness, witness.other, 1);
  Remark second = remarkOn(program, witness, witness.offender, 2);
  const std::string cell = cellText(program, late.cell);
  first.text = fmt::format("{} {}", early.kind == Event::Kind::Read ? "reads" : "writes", cell);
  second.text = fmt::format("{} {}, and nothing orders the two accesses",
                            late.kind == Event::Kind::Read ? "reads" : "writes", cell);
  second.primary = true;
  narration.headline =
      fmt::format("data race on {}: this {} can run at the same time as a {} of thread {}", cell,
                  accessName(late), accessName(early), first.thread);
  const ModelInfo& info = infoOf(model);
  if (info.whyRace) narration.why = fmt::format("under {} {}", info.title, info.whyRace);
  narration.remarks = {std::move(first), std::move(second)};
  return narration;
}

struct Words {
  const char* headline;
  const char* remark;  // if nothing more precise is known
};

Words wordsFor(Property property) {
  switch (property) {
    case Property::Assertion:
      return {"this assertion can fail", "fails at the end of the run below"};
    case Property::Overflow:
      return {"a value can leave the range of its destination here",
              "overflows at the end of the run below"};
    case Property::Bounds:
      return {"an index or pointer can be out of bounds here",
              "out of bounds at the end of the run below"};
    case Property::DivisionByZero:
      return {"a division can be by zero here", "divides by zero at the end of the run below"};
    case Property::MixedAccess:
      return {"an atomic and a plain access can refer to the same cell here",
              "the access does not match its cell at the end of the run below"};
    case Property::Race:
      return {"data race", "races with another thread"};
    case Property::Hang:
      return {"this thread can wait forever", "waits forever at the end of the run below"};
    case Property::Outcome:
      return {"the program can end in a state in which no SC run ends",
              "ends here in the run below"};
    case Property::Unsupported:
      return {"this is not supported", "reached at the end of the run below"};
    case Property::Robustness:
      break;
  }
  return {"this access can deviate from SC", "deviates from SC at the end of the run below"};
}

// An assertion that a frontend added says itself what is wrong if it does not hold.
std::string headlineOf(const Program& program, const Finding& finding) {
  const bool added =
      finding.property == Property::Assertion || finding.property == Property::Unsupported;
  if (added && raw(finding.thread) < program.threads.size()) {
    const std::vector<Instr>& instrs = program.codeOf(finding.thread).instrs;
    if (finding.pc < instrs.size() && !instrs[finding.pc].complaint.empty()) {
      return instrs[finding.pc].complaint;
    }
  }
  return wordsFor(finding.property).headline;
}

}  // namespace

unsigned Narration::numberOf(EventId event) const {
  const auto it = std::ranges::find(remarks, event, &Remark::event);
  return it == remarks.end() || event == kNoEvent ? 0 : it->number;
}

Narration narrate(const Program& program, ModelName model, const Finding& finding) {
  Narration narration;
  const Witness& witness = finding.witness;
  if (finding.property == Property::Robustness) {
    narration = narrateCycle(program, model, finding);
  } else if (finding.property == Property::Race && known(witness, witness.offender) &&
             known(witness, witness.other)) {
    narration = narrateRace(program, model, finding);
  } else {
    narration.headline = headlineOf(program, finding);
  }
  if (finding.property != Property::Robustness) narration.kind = spelling(finding.property);
  if (narration.remarks.empty()) {
    Remark remark;
    remark.thread = threadName(program, finding.thread);
    remark.threadId = finding.thread;
    remark.span = finding.span;
    if (spanOf(program, finding.thread, finding.pc) == finding.span) {
      remark.frame = frameOf(program, finding.thread, finding.pc);
    }
    remark.text = finding.message.empty() ? wordsFor(finding.property).remark : finding.message;
    remark.primary = true;
    narration.remarks.push_back(std::move(remark));
  }
  return narration;
}

std::string identityOf(const Finding& finding, const Narration& narration) {
  std::vector<std::string> locations;
  for (const Remark& r : narration.remarks) {
    locations.push_back(fmt::format("{}:{}:{}", r.span.file, r.span.line, r.span.column));
  }
  std::ranges::sort(locations);
  return fmt::format("{} {} {}", spelling(finding.property), narration.kind,
                     fmt::join(locations, " "));
}

}  // namespace robur
