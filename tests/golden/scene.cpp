// Instructions hold what reporters look at: their operation, their place, their cell.
#include "golden/scene.h"

#include <cassert>
#include <stdexcept>

namespace robur::test {

Scene::Scene(std::string path, std::string text) {
  program.sources.push_back({std::move(path), std::move(text)});
}

CellId Scene::location(const std::string& name, bool isAtomic) {
  Location location;
  location.name = name;
  location.atomic = isAtomic;
  program.locations.push_back(location);
  graph = ExecutionGraph::initial(program);
  return CellId{static_cast<std::uint32_t>(program.locations.size() - 1)};
}

CellId Scene::atomic(const std::string& name) {
  return location(name, true);
}
CellId Scene::plain(const std::string& name) {
  return location(name, false);
}

ThreadId Scene::thread(const std::string& name) {
  Code code;
  code.name = name;
  program.codes.push_back(code);
  program.threads.push_back(
      {name, CodeId{static_cast<std::uint32_t>(program.codes.size() - 1)}, 0});
  return ThreadId{static_cast<std::uint32_t>(program.threads.size() - 1)};
}

ThreadId Scene::copyOf(ThreadId original, const std::string& name) {
  program.threads.push_back({name, program[original].code, 1});
  return ThreadId{static_cast<std::uint32_t>(program.threads.size() - 1)};
}

Span Scene::spanOf(std::uint32_t line, std::string_view text) const {
  const std::size_t found = program.sources[0].line(line).find(text);
  if (found == std::string_view::npos) throw std::logic_error("no such text in that line");
  const auto column = static_cast<std::uint32_t>(found + 1);
  return {0, line, column, line, column + static_cast<std::uint32_t>(text.size())};
}

Pc Scene::at(ThreadId thread, Instr::Op op, std::uint32_t line, std::string_view text, CellId cell,
             Order order) {
  Instr instr;
  instr.op = op;
  instr.span = spanOf(line, text);
  instr.address.base = LocationId{raw(cell)};
  instr.order = order;
  Code& code = program.codes[raw(program[thread].code)];
  code.instrs.push_back(instr);
  return static_cast<Pc>(code.instrs.size() - 1);
}

Event Scene::eventAt(Event::Kind kind, ThreadId thread, Pc pc) const {
  const Instr& instr = program.codeOf(thread).instrs[pc];
  Event event;
  event.kind = kind;
  event.thread = thread;
  event.pc = pc;
  event.cell = CellId{raw(instr.address.base)};
  event.order = instr.order;
  return event;
}

EventId Scene::add(Event event, EventId source) {
  if (source == kNoEvent) source = graph.lastWrite(event.cell);
  if (reads(event)) event.read = graph[source].written;
  const EventId id = graph.add(event, source);
  run.push_back(id);
  return id;
}

EventId Scene::read(ThreadId thread, Pc pc, EventId from) {
  return add(eventAt(Event::Kind::Read, thread, pc), from);
}

EventId Scene::write(ThreadId thread, Pc pc, std::int64_t value, EventId after) {
  Event event = eventAt(Event::Kind::Write, thread, pc);
  event.written = value;
  return add(event, after);
}

EventId Scene::update(ThreadId thread, Pc pc, std::int64_t value, EventId from) {
  Event event = eventAt(Event::Kind::Update, thread, pc);
  event.written = value;
  return add(event, from);
}

EventId Scene::fence(ThreadId thread, Pc pc, ModelName model, Order order) {
  const Event event = fenceEvent(program, model, thread, pc, order);
  const EventId id = graph.add(event, latestSource(graph, event));
  run.push_back(id);
  return id;
}

Finding Scene::robustness() const {
  const EventId last = run.back();
  Finding finding;
  finding.property = Property::Robustness;
  finding.thread = graph[last].thread;
  finding.pc = graph[last].pc;
  finding.span = program.codeOf(finding.thread).instrs[finding.pc].span;
  finding.witness.graph = graph;
  finding.witness.run = run;
  finding.witness.offender = last;
  finding.witness.missed = graph.lastWrite(graph[last].cell);
  const auto cycle = scCycle(graph, last);
  if (!cycle) throw std::logic_error("the scene is sequentially consistent");
  finding.witness.cycle = *cycle;
  return finding;
}

Finding Scene::finding(Property property, ThreadId thread, Pc pc, std::string message) const {
  Finding finding;
  finding.property = property;
  finding.thread = thread;
  finding.pc = pc;
  finding.span = program.codeOf(thread).instrs[pc].span;
  finding.message = std::move(message);
  finding.witness.graph = graph;
  finding.witness.run = run;
  return finding;
}

Result Scene::result(ModelName model, Verdict verdict, std::vector<Finding> findings) const {
  Result result;
  result.file = program.sources[0].path;
  result.model = model;
  result.verdict = verdict;
  result.findings = std::move(findings);
  result.statistics.states = 412;
  result.statistics.transitions = 1733;
  result.statistics.seconds = 0.0123;
  result.statistics.peakBytes = 65536;
  return result;
}

}  // namespace robur::test
