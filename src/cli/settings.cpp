#include "cli/settings.h"

namespace robur {

namespace {

template <class S>
S showing(Question question) {
  S settings;
  settings.question = question;
  return settings;
}

}  // namespace

Settings settingsFor(Command command) {
  switch (command) {
    case Command::Check:
      return showing<CheckSettings>(kQuestionCheck);
    case Command::Verify:
      return showing<VerifySettings>(kQuestionVerify);
    case Command::Repair:
    case Command::Relax:
      return showing<EditSettings>(kQuestionRepair);
    case Command::Prove:
      return showing<ProveSettings>(kQuestionProve);
    case Command::Run:
      return showing<RunSettings>(kQuestionRun);
    case Command::Export:
      return ExportSettings{};
    case Command::Fmt:
      return FmtSettings{};
    case Command::Models:
    case Command::Languages:
      break;
  }
  return ListSettings{};
}

}  // namespace robur
