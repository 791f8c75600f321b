// There is always at least one graph, so that a reader of the output never gets an empty file. The
// same graph is not drawn again for the next model.
#include "report/dot.h"

#include <set>
#include <string>

#include "report/drawing.h"

namespace robur {

namespace {

class Dot : public Observer {
 public:
  Dot(Sink sink, const ReportOptions& options) : sink_(std::move(sink)), whole_(options.explain) {}

  void checked(const Program& program, const Result& result) override {
    for (const Finding& finding : result.findings) {
      write(result.file, dotGraph(program, {result.file, result.model, whole_}, finding));
    }
  }

  void verified(const Program& program, const Verification& v) override {
    if (!v.finding) return;
    write(v.file,
          dotGraph(program, {v.file, v.model, true}, v.departure ? *v.departure : *v.finding));
  }

  void end() override {
    if (seen_.empty()) {
      sink_(
          "digraph \"no violation\" { label=\"no violation was found\"; node [style=invis]; x; "
          "}\n");
    }
  }

 private:
  // The text before the nodes names the model; the rest identifies the drawing.
  void write(const std::string& file, const std::string& drawing) {
    if (seen_.insert(file + drawing.substr(drawing.find("  node ["))).second) sink_(drawing);
  }

  Sink sink_;
  bool whole_;
  std::set<std::string> seen_;
};

}  // namespace

std::unique_ptr<Observer> dotObserver(Sink sink, const ReportOptions& options) {
  return std::make_unique<Dot>(std::move(sink), options);
}

}  // namespace robur
