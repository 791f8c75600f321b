// There is always at least one graph, so that what reads the output never gets an empty
// file, and the same picture is not drawn again for the next model.
#include "report/dot.h"

#include <set>
#include <string>

namespace robur {

namespace {

class Dot : public Observer {
 public:
  Dot(Sink sink, DotOptions options) : sink_(std::move(sink)), options_(options) {}

  void result(const Program& program, const Result& result) override {
    for (const Finding& finding : result.findings) {
      const std::string picture = dotGraph(program, result, finding, options_);
      // What comes before the nodes names the model; the rest tells whether this is new.
      if (!seen_.insert(result.file + picture.substr(picture.find("  node ["))).second) continue;
      sink_(picture);
    }
  }

  void end() override {
    if (seen_.empty()) {
      sink_(
          "digraph \"no violation\" { label=\"no violation was found\"; node [style=invis]; x; "
          "}\n");
    }
  }

 private:
  Sink sink_;
  DotOptions options_;
  std::set<std::string> seen_;
};

}  // namespace

std::unique_ptr<Observer> dotObserver(Sink sink, DotOptions options) {
  return std::make_unique<Dot>(std::move(sink), options);
}

}  // namespace robur
