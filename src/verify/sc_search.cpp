#include "verify/sc_search.h"

#include <algorithm>

#include "support/hash.h"
#include "support/hash_index.h"

namespace robur::verify {

namespace {

using Kind = LocalEdge::Kind;

// A state is a row of numbers: per thread where it is, then per cell its value.
using Row = std::vector<std::uint32_t>;

struct Step {
  std::uint32_t from = 0;
  std::uint32_t thread = 0;
  const LocalEdge* edge = nullptr;  // null: the start
};

// States in the order in which they were found, and how.
class Seen {
 public:
  explicit Seen(std::size_t width) : width(width) {}

  void add(const Row& row, const Step& step) {
    std::uint64_t hash = kHashSeed;
    for (const std::uint32_t number : row) hash = mixed(hash, number);
    const auto same = [&](std::uint32_t i) {
      return std::equal(row.begin(), row.end(), rows.begin() + offset(i));
    };
    if (index.find(hash, same) != HashIndex::kNone) return;
    index.add(hash, size());
    rows.insert(rows.end(), row.begin(), row.end());
    steps.push_back(step);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(steps.size()); }
  Row row(std::uint32_t i) const {
    const auto at = rows.begin() + offset(i);
    return {at, at + static_cast<std::ptrdiff_t>(width)};
  }
  const Step& step(std::uint32_t i) const { return steps[i]; }
  std::size_t bytes() const {
    return rows.capacity() * sizeof(std::uint32_t) + steps.capacity() * sizeof(Step) +
           index.bytes();
  }

 private:
  std::ptrdiff_t offset(std::uint32_t i) const { return static_cast<std::ptrdiff_t>(i * width); }

  std::size_t width;
  std::vector<std::uint32_t> rows;
  std::vector<Step> steps;
  HashIndex index;
};

bool meets(const LocalGraphs& locals, const Target& target, const Row& row) {
  const std::size_t threads = locals.threads.size();
  for (std::size_t t = 0; t < threads; ++t) {
    if (target.threads[t] && !target.threads[t](locals.threads[t].states[row[t]])) return false;
  }
  for (const auto& [cell, test] : target.cells) {
    if (!test(locals.values[cell][row[threads + cell]])) return false;
  }
  return true;
}

Replayed retrace(const Program& program, const LocalGraphs& locals, const Seen& seen,
                 std::uint32_t end) {
  std::vector<std::uint32_t> path;
  for (std::uint32_t at = end; seen.step(at).edge != nullptr; at = seen.step(at).from) {
    path.push_back(at);
  }
  Replayed out{ExecutionGraph::initial(program), {}};
  for (std::size_t i = path.size(); i-- > 0;) {
    const Step& step = seen.step(path[i]);
    if (step.edge->kind == Kind::Silent && !step.edge->fence) continue;
    const std::uint32_t before = seen.row(step.from)[step.thread];
    const Pc pc = locals.threads[step.thread].states[before].pc;
    const Event event = eventOf(program, locals, *step.edge, step.thread, pc);
    out.graph.add(event, latestSource(out.graph, event));
  }
  const Row last = seen.row(end);
  for (std::size_t t = 0; t < locals.threads.size(); ++t) {
    out.ends.push_back(locals.threads[t].states[last[t]]);
  }
  return out;
}

}  // namespace

ScSearch searchSc(const Program& program, const LocalGraphs& locals,
                  const std::vector<Target>& targets, const ScBounds& bounds,
                  const std::function<bool()>& stop) {
  ScSearch out;
  const auto threads = static_cast<std::uint32_t>(locals.threads.size());
  Seen seen(threads + locals.cells());
  seen.add(Row(threads + locals.cells(), 0), {});
  for (std::uint32_t i = 0; i < seen.size(); ++i) {
    const Row row = seen.row(i);
    out.states = seen.size();
    for (std::size_t k = 0; k < targets.size(); ++k) {
      if (!meets(locals, targets[k], row)) continue;
      out.end = ScSearch::End::Found;
      out.target = k;
      out.run = retrace(program, locals, seen, i);
      return out;
    }
    if (bounds.states != 0 && seen.size() > bounds.states) return out;
    out.outOfMemory = bounds.bytes != 0 && seen.bytes() > bounds.bytes;
    if (out.outOfMemory) return out;
    if (i % 256 == 0 && stop()) return out;
    for (std::uint32_t t = 0; t < threads; ++t) {
      for (const LocalEdge& e : locals.threads[t].edges[row[t]]) {
        const bool reads = e.kind == Kind::Read || e.kind == Kind::Update;
        if (reads && row[threads + e.cell] != e.read) continue;
        Row next = row;
        next[t] = e.to;
        if (e.kind == Kind::Write || e.kind == Kind::Update) next[threads + e.cell] = e.written;
        seen.add(next, {i, t, &e});
      }
    }
  }
  out.end = ScSearch::End::NotFound;
  return out;
}

}  // namespace robur::verify
