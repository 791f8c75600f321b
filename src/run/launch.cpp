#include "run/launch.h"

#include <cstdlib>
#include <cstring>

#include "support/subprocess.h"

namespace robur::run {

Ended launch(const Launch& launch) {
  const char* const given = std::getenv("ROBUR_OPTIONS");
  const std::string before = given == nullptr || *given == 0 ? "" : std::string(given) + ":";
  Subprocess command{launch.command};
  command.environment = {{"ROBUR_OPTIONS", before + launch.options}};
  command.output = command.errors = {Redirection::To::File, launch.output};
  command.fixedAddresses = true;
  const Finished finished = runSubprocess(command);
  Ended ended;
  if (finished.startError != 0) ended.problem = std::strerror(finished.startError);
  ended.exitCode = finished.exitCode;
  ended.signal = finished.signal;
  return ended;
}

}  // namespace robur::run
