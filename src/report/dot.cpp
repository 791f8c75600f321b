// There is always at least one graph, so that a reader of the output never gets an empty file.
// Models often have the same violation: its drawing is made once, and its title names them all. So
// drawings are kept until the end.
#include "report/dot.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "report/drawing.h"
#include "report/repair_words.h"
#include "report/verify_words.h"
#include "report/words.h"

namespace robur {

namespace {

struct Picture {
  std::string file;
  std::vector<ModelName> models;
  Drawing drawing;
};

// "dekker.rob under TSO, SRA and RA"
std::string titleOf(const Picture& picture) {
  std::string title = picture.file + " under ";
  for (std::size_t i = 0; i < picture.models.size(); ++i) {
    if (i > 0) title += i + 1 == picture.models.size() ? " and " : ", ";
    title += titleOf(picture.models[i]);
  }
  return title;
}

class Dot : public Observer {
 public:
  Dot(Sink sink, const ReportOptions& options) : sink_(std::move(sink)), whole_(options.explain) {}

  void checked(const Program& program, const Result& result) override {
    const DrawingOptions options{result.model, whole_};
    for (const Finding& finding : result.findings) {
      add(result.file, result.model, drawingOf(program, options, finding));
    }
  }

  void verified(const Program& program, const Verification& v) override {
    if (!v.finding) return;
    add(v.file, v.model,
        drawingOf(program, {v.model, true}, *v.finding, narrate(program, v), v.departure));
  }

  // The violations that the changes prevent, or the one that no change prevents.
  void repaired(const Program& program, const RepairResult& result) override {
    if (result.outcome == RepairResult::Outcome::Impossible && !result.violations.empty()) {
      add(program, result, result.violations.back(), "remaining");
    }
    if (result.outcome != RepairResult::Outcome::Changed || result.relaxing) return;
    for (const RepairChange& change : result.solutions.front().changes) {
      if (!change.prevents) continue;
      add(program, result, result.violations[*change.prevents],
          fmt::format("prevented at {}: {}", locationText(program, change.span),
                      neededText(program, change)));
    }
  }

  void end() override {
    for (const Picture& picture : pictures_) sink_(dotGraph(titleOf(picture), picture.drawing));
    if (pictures_.empty()) {
      sink_(
          "digraph \"no violation\" { label=\"no violation was found\"; node [style=invis]; x; "
          "}\n");
    }
  }

 private:
  void add(const std::string& file, ModelName model, Drawing drawing) {
    const auto same = std::ranges::find_if(pictures_, [&](const Picture& picture) {
      return picture.file == file && picture.drawing == drawing;
    });
    if (same == pictures_.end()) {
      pictures_.push_back({file, {model}, std::move(drawing)});
    } else if (std::ranges::find(same->models, model) == same->models.end()) {
      same->models.push_back(model);
    }
  }

  void add(const Program& repaired, const RepairResult& result, const RepairViolation& violation,
           std::string remark) {
    const Program& program = violation.instance ? *violation.instance : repaired;
    const Finding& finding = violation.finding;
    Drawing drawing = drawingOf(program, {violation.model, whole_}, finding,
                                narrate(program, violation.model, finding), violation.departure);
    drawing.lines.push_back(std::move(remark));
    add(result.file, violation.model, std::move(drawing));
  }

  Sink sink_;
  bool whole_;
  std::vector<Picture> pictures_;
};

}  // namespace

std::unique_ptr<Observer> dotObserver(Sink sink, const ReportOptions& options) {
  return std::make_unique<Dot>(std::move(sink), options);
}

}  // namespace robur
