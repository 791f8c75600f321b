// A run is an ordinary interleaving, except that the last step of a robustness violation deviates
// from SC; that step says what SC would do.
#include "report/run_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/pointer_values.h"
#include "report/call_chain.h"
#include "report/words.h"

namespace robur {

namespace {

constexpr std::size_t kWholeRun = 24;  // a run of so many steps is not folded
constexpr std::size_t kHead = 4;
constexpr std::size_t kTail = 8;

std::string deviation(const Program& program, const Witness& witness, const Event& offender) {
  if (raw(witness.missed) >= witness.graph.size()) return "SC would not allow this";
  const std::int64_t missed = witness.graph[witness.missed].written;
  if (offender.kind == Event::Kind::Write) return "SC would put it after the latest store";
  if (missed == offender.read) {
    return fmt::format("SC would read the {} of a later store",
                       valueText(program, offender.cell, missed));
  }
  return fmt::format("SC would read {}", valueText(program, offender.cell, missed));
}

std::size_t widest(const std::vector<Step>& steps, std::string Step::*column) {
  std::size_t width = 0;
  for (const Step& step : steps) width = std::max(width, columnsOf(step.*column));
  return width;
}

bool inSeveralFiles(const std::vector<Step>& steps) {
  return std::ranges::any_of(steps, [&](const Step& step) {
    return step.span.known() && step.span.file != steps.front().span.file;
  });
}

// "12", or "lock.h:12" if there are several files.
std::string lineText(const Program& program, const Step& step, bool severalFiles) {
  if (!step.span.known()) return {};
  if (!severalFiles || step.span.file >= program.sources.size()) {
    return std::to_string(step.span.line);
  }
  const std::string_view path = program.sources[step.span.file].path;
  return fmt::format("{}:{}", path.substr(path.rfind('/') + 1), step.span.line);
}

}  // namespace

std::vector<Step> stepsOf(const Program& program, const Finding& finding,
                          const Narration& narration) {
  const Witness& witness = finding.witness;
  std::vector<Step> steps;
  for (const EventId id : witness.run) {
    const Event& event = witness.graph[id];
    Step step;
    step.event = id;
    step.number = narration.numberOf(id);
    step.thread = threadName(program, event.thread);
    step.span = spanOf(program, event.thread, event.pc);
    step.frame = frameOf(program, event.thread, event.pc);
    step.statement = statementText(program, event.thread, event.pc);
    step.effect = effectText(program, event);
    if (event.kind == Event::Kind::Read && event.locked) step.effect += ", so it fails";
    if (finding.property == Property::Robustness && id == witness.offender) {
      step.remark = deviation(program, witness, event);
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<std::string> runTable(const Program& program, const std::vector<Step>& steps,
                                  bool whole, const Paint& paint) {
  const bool severalFiles = inSeveralFiles(steps);
  const bool fold = !whole && steps.size() > kWholeRun;
  const auto visible = [&](std::size_t i) {
    return !fold || i < kHead || i + kTail >= steps.size() || steps[i].number != 0;
  };
  std::vector<Step> rows;  // the visible ones, which determine the widths
  std::size_t numbers = 0;
  std::size_t lines = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!visible(i)) continue;
    rows.push_back(steps[i]);
    lines = std::max(lines, lineText(program, steps[i], severalFiles).size());
    if (steps[i].number != 0) {
      numbers = std::max(numbers, fmt::formatted_size("({})", steps[i].number));
    }
  }
  const std::size_t threads = widest(rows, &Step::thread);
  const std::size_t statements = widest(rows, &Step::statement);
  const std::size_t effects = widest(rows, &Step::effect);

  std::vector<std::string> table;
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!visible(i)) {
      ++hidden;
      continue;
    }
    if (hidden > 0) {
      table.push_back(paint(
          Tone::Aside, fmt::format("… {} more, shown by --explain …", countText(hidden, "step"))));
      hidden = 0;
    }
    const Step& step = steps[i];
    std::string row;
    if (numbers > 0) {
      const std::string number = step.number == 0 ? "" : fmt::format("({})", step.number);
      row += paint(Tone::Mark, padded(number, numbers)) + "  ";
    }
    row += fmt::format("{}  {:>{}}  {}  ", padded(step.thread, threads),
                       lineText(program, step, severalFiles), lines,
                       padded(step.statement, statements));
    if (step.remark.empty()) {
      row += step.effect;
    } else {
      row += paint(Tone::Bad, padded(step.effect, effects) + "  <- " + step.remark);
    }
    while (row.ends_with(' ')) row.pop_back();
    table.push_back(std::move(row));
  }
  return table;
}

}  // namespace robur
