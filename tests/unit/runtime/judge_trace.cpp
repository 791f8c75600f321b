// judge_trace MODEL FILE [exact]: checks every access that a run reported against the axioms.
//
// The file is what trace=PATH wrote (src/runtime/trace/trace.h). It is rebuilt as an execution
// graph, access by access; where the run reported one, some other choice at that access must be
// allowed by the model and not by SC. With `exact`, accesses that were not reported must have no
// such choice. Locks, creation and joining become accesses of cells of their own: an acquiring
// update and a releasing store, or a store and a load.
#include <charconv>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "generators/code_builder.h"
#include "unit/runtime/access.h"

namespace robur::testing {

namespace {

struct Line {
  std::uint32_t thread = 0;
  std::string what;
  std::vector<std::string> rest;
  bool reported = false;
};

std::vector<Line> readLines(const char* path) {
  std::vector<Line> lines;
  std::ifstream file(path);
  for (std::string text; std::getline(file, text);) {
    std::istringstream words(text);
    Line line;
    words >> line.thread >> line.what;
    for (std::string word; words >> word;) line.rest.push_back(word);
    line.reported = !line.rest.empty() && line.rest.back() == "!";
    lines.push_back(line);
  }
  return lines;
}

std::int64_t number(const std::string& text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return static_cast<std::int64_t>(value);
}

Order order(const std::string& name) {
  if (name == "acquire" || name == "consume") return Order::Acq;
  if (name == "release") return Order::Rel;
  if (name == "acq_rel") return Order::AcqRel;
  return name == "seq_cst" ? Order::Sc : Order::Rlx;
}

// Cells by name, found before the run is rebuilt. A name can come again for a new cell, when the
// memory there has been written plainly or freed.
class Cells {
 public:
  void begin(const std::string& name, std::int64_t value) {
    now_[name] = static_cast<std::uint32_t>(initial.size());
    initial.push_back(value);
  }
  std::uint32_t at(const std::string& name) {
    if (!now_.contains(name)) begin(name, 0);
    return now_.at(name);
  }

  std::vector<std::int64_t> initial;

 private:
  std::map<std::string, std::uint32_t> now_;
};

struct Step {
  Access access;
  bool checked = false;  // an access of the program, not of a lock or the like
  bool reported = false;
  bool fence = false;
  Order order = Order::Rlx;
  std::size_t line = 0;
};

Step plain(Access::Kind kind, std::uint32_t thread, std::uint32_t cell, Order order) {
  Step step;
  step.access = {.kind = kind, .thread = thread, .cell = cell, .order = order};
  return step;
}

Step accessOf(const Line& line, std::uint32_t cell) {
  Access a{.thread = line.thread, .cell = cell, .order = order(line.rest[1])};
  if (line.what == "load") a.kind = Access::Kind::Read;
  if (line.what == "wait") {
    a.kind = Access::Kind::Wait;
    a.expected = number(line.rest[3]);
  }
  if (line.what == "store") {
    a.kind = Access::Kind::Write;
    a.desired = number(line.rest[2]);
  }
  if (line.what == "rmw") {
    a.kind = Access::Kind::Update;
    a.desired = number(line.rest[3]);
  }
  if (line.what == "cas") {
    a.kind = line.rest[6] == "weak"       ? Access::Kind::WeakCas
             : line.rest[6] == "blocking" ? Access::Kind::BlockingCas
                                          : Access::Kind::StrongCas;
    a.failure = order(line.rest[2]);
    a.expected = number(line.rest[3]);
    a.desired = number(line.rest[4]);
  }
  Step step;
  step.access = a;
  step.checked = true;
  step.reported = line.reported;
  return step;
}

std::vector<Step> stepsOf(const std::vector<Line>& lines, Cells& cells) {
  using Kind = Access::Kind;
  std::vector<Step> steps;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    const std::string& first = line.rest[0];
    const std::uint32_t t = line.thread;
    const auto add = [&](Step step) {
      step.line = i + 1;
      steps.push_back(step);
    };
    if (line.what == "begin") {
      cells.begin(first, number(line.rest[1]));
    } else if (line.what == "fence") {
      Step step;
      step.access.thread = t;
      step.fence = true;
      step.order = order(first);
      add(step);
    } else if (line.what == "create" || line.what == "join") {
      const auto child = static_cast<std::uint32_t>(number(first));
      const bool create = line.what == "create";
      const std::uint32_t cell = cells.at(line.what + first);
      add(plain(Kind::Write, create ? t : child, cell, Order::Rel));
      add(plain(Kind::Read, create ? child : t, cell, Order::Acq));
    } else if (line.what == "lock") {
      add(plain(Kind::Update, t, cells.at("owned" + first), Order::Acq));
      add(plain(Kind::Read, t, cells.at("shared" + first), Order::Acq));
    } else if (line.what == "unlock") {
      add(plain(Kind::Write, t, cells.at("owned" + first), Order::Rel));
    } else if (line.what == "share") {
      add(plain(Kind::Read, t, cells.at("owned" + first), Order::Acq));
    } else if (line.what == "unshare") {
      add(plain(Kind::Update, t, cells.at("shared" + first), Order::Rel));
    } else if (line.what == "await") {
      add(plain(Kind::Read, t, cells.at("shared" + first), Order::Acq));
    } else {
      add(accessOf(line, cells.at(first)));
    }
  }
  return steps;
}

int judge(ModelName model, const char* path, bool exact) {
  const std::vector<Line> lines = readLines(path);
  Cells cells;
  const std::vector<Step> steps = stepsOf(lines, cells);
  std::uint32_t threads = 1;
  for (const Step& step : steps) threads = std::max(threads, step.access.thread + 1);
  Program frame;
  for (const std::int64_t value : cells.initial) {
    frame.locations.push_back({});
    frame.locations.back().init = {value};
  }
  frame.codes.push_back(CodeBuilder().finish("t"));
  for (std::uint32_t i = 0; i < threads; ++i) frame.threads.push_back({"t", CodeId{0}, 0});
  ExecutionGraph graph = ExecutionGraph::initial(frame);
  std::size_t judged = 0;
  std::size_t reports = 0;
  int wrong = 0;
  for (const Step& step : steps) {
    if (step.fence) {
      const Event e = fenceEvent(frame, model, ThreadId{step.access.thread}, 0, step.order);
      graph.add(e, latestSource(graph, e));
      continue;
    }
    if (step.checked && (step.reported || exact)) {
      ++judged;
      reports += step.reported;
      if (isViolation(frame, graph, model, step.access) != step.reported) {
        std::printf("%s:%zu: the axioms disagree: this is %s\n", path, step.line,
                    step.reported ? "no violation" : "a violation");
        wrong = 1;
      }
    }
    // A waiting access has made one iteration, whatever value it read.
    Access made = step.access;
    if (made.kind == Access::Kind::Wait) made.kind = Access::Kind::Read;
    if (made.kind == Access::Kind::BlockingCas) made.kind = Access::Kind::StrongCas;
    const EventId last = graph.lastWrite(CellId{made.cell});
    graph.add(*eventOf(made, graph[last].written), last);
  }
  if (!consistent(frame, graph, ModelName::Sc)) {
    std::printf("%s: this is no run of sequential consistency\n", path);
    wrong = 1;
  }
  if (wrong == 0) std::printf("%zu judged, %zu reports, all confirmed\n", judged, reports);
  return wrong;
}

}  // namespace

}  // namespace robur::testing

int main(int argc, char** argv) {
  const auto model = argc < 3 ? std::nullopt : robur::modelNamed(argv[1]);
  if (!model) {
    std::fputs("usage: judge_trace MODEL FILE [exact]\n", stderr);
    return 2;
  }
  return robur::testing::judge(*model, argv[2], argc > 3);
}
