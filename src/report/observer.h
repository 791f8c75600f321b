// Who listens to a run. The command line tells what happens; text, JSON and pictures are
// observers that put it into their own form. Nothing else prints a result.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "program/source.h"
#include "result/check_result.h"

namespace robur {

// Where an observer's output goes, piece by piece.
using Sink = std::function<void(std::string_view)>;

// What will be asked: every file under every model, file by file.
struct Plan {
  std::vector<std::string> files;
  std::vector<ModelName> models;
};

struct Observer {
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  virtual void begin(const Plan&) {}
  // A file that could not be checked. Its diagnostics have been shown on stderr already;
  // this is for observers that want them in the result as well.
  virtual void rejected(std::string_view /*file*/, const std::vector<Diagnostic>&) {}
  virtual void result(const Program& program, const Result& result) = 0;
  virtual void end() {}
};

}  // namespace robur
