#include "report/verify_words.h"

#include <fmt/format.h>

#include "report/words.h"

namespace robur {

Narration narrate(const Program& program, const Verification& verification) {
  if (!verification.reached) return narrate(program, verification.model, *verification.finding);
  Narration narration;
  narration.kind = "reached";
  narration.headline = fmt::format("a state with {} can be reached", verification.reach);
  return narration;
}

std::string stepText(const EngineStep& step) {
  std::string counts;
  for (const EngineStep::Count& count : step.counts) {
    counts += (counts.empty() ? "" : ", ") + countText(count.number, count.unit);
  }
  return fmt::format("{}: {}{}", spelling(step.engine), step.outcome,
                     counts.empty() ? "" : fmt::format(" ({})", counts));
}

}  // namespace robur
