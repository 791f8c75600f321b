#include "cli/reporter.h"

#include <unistd.h>

#include <fmt/format.h>

#include "report/format.h"

namespace robur {

Reporter::Reporter(const Settings& settings) : output_(STDOUT_FILENO) {
  ReportOptions options;
  options.explain = settings.explain;
  options.quiet = settings.quiet;
  options.stats = settings.stats;
  options.paint.colours = wantsColours(settings.colour, STDOUT_FILENO);
  const FormatInfo& format = settings.format != nullptr ? *settings.format : formatTable().front();
  observer_ = format.make([this](std::string_view text) { output_.write(text); }, options);
}

ExitCode Reporter::finish(ExitCode code) {
  observer_->end();
  if (!output_.failed()) return code;
  printError(fmt::format("the result cannot be written: {}", output_.problem()));
  return worse(code, ExitCode::BadInput);
}

}  // namespace robur
