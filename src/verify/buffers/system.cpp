#include "verify/buffers/system.h"

#include <algorithm>

namespace robur::verify_buffers {

namespace {

using Kind = LocalEdge::Kind;

// A failed compare-and-swap drains the buffer before it reads. It is written here as an update that
// leaves the value as it is: a write of the value that the cell has makes no difference to readers.
// SC fences are updates of the reserved cell already.
LocalGraphs withLockedReadsAsUpdates(LocalGraphs graphs) {
  for (LocalGraph& graph : graphs.threads) {
    for (std::vector<LocalEdge>& edges : graph.edges) {
      for (LocalEdge& e : edges) {
        if (e.kind != Kind::Read || !e.locked) continue;
        e.kind = Kind::Update;
        e.written = e.read;
      }
    }
  }
  return graphs;
}

ValueSet valuesOf(const std::vector<std::int64_t>& values) {
  return ~ValueSet{0} >> (verify::kMostValues - values.size());
}

Step stepOf(const verify::MacroStep& m) {
  Step out{Step::Kind::Write, m.from, m.word, m.cell, m.read, m.written, m.to};
  if (!m.update) return out;
  out.kind = m.read == only(m.written) ? Step::Kind::Drain : Step::Kind::Update;
  if (out.kind == Step::Kind::Drain) out.written = 0;
  return out;
}

// A drain that returns to its node changes nothing: whatever the thread can read after it, it can
// read without it.
bool isIdle(const Step& step) {
  return step.kind == Step::Kind::Drain && step.from == step.to;
}

Thread threadOf(const verify::Automaton& automaton) {
  Thread out;
  out.nodes = automaton.nodes;
  out.endings = automaton.endings;
  for (const verify::MacroStep& m : automaton.macros) {
    const Step step = stepOf(m);
    if (isIdle(step)) continue;
    const auto same = std::find_if(out.steps.begin(), out.steps.end(), [&](const Step& o) {
      return o.kind == step.kind && o.kind != Step::Kind::Write && o.from == step.from &&
             o.word == step.word && o.cell == step.cell && o.written == step.written &&
             o.to == step.to;
    });
    if (same != out.steps.end()) {
      same->read |= step.read;
    } else {
      out.steps.push_back(step);
    }
  }
  out.into.resize(out.nodes);
  out.outOf.resize(out.nodes);
  for (std::uint32_t i = 0; i < out.steps.size(); ++i) {
    out.into[out.steps[i].to].push_back(i);
    out.outOf[out.steps[i].from].push_back(i);
  }
  return out;
}

}  // namespace

std::optional<System> systemUnderTso(const LocalGraphs& graphs,
                                     const std::vector<Target>& targets) {
  const auto automata = verify::systemFor(withLockedReadsAsUpdates(graphs), targets);
  if (!automata) return std::nullopt;
  System out;
  for (const verify::Automaton& a : automata->threads) out.threads.push_back(threadOf(a));
  for (const auto& values : graphs.values) out.values.push_back(valuesOf(values));
  out.kind = automata->kind;
  return out;
}

}  // namespace robur::verify_buffers
