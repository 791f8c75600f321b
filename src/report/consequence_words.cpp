#include "report/consequence_words.h"

#include <fmt/format.h>

#include "report/words.h"

namespace robur {

namespace {

const char* badWords(Consequence::Bad bad) {
  switch (bad) {
    case Consequence::Bad::Assertion:
      return "an assertion can fail";
    case Consequence::Bad::Fault:
      return "a fault can occur";
    case Consequence::Bad::Race:
      return "there is a data race";
    case Consequence::Bad::Hang:
      return "a thread can wait forever";
    case Consequence::Bad::Outcome:
      return "a run can end as no SC run does";
    case Consequence::Bad::Nothing:
      break;
  }
  return "nothing bad happens";
}

std::string at(const Program& program, const Span& span) {
  return span.known() ? fmt::format(" ({})", locationText(program, span)) : "";
}

std::string executions(const Consequence& c) {
  return c.graphs == 1 ? "its only execution ends"
                       : fmt::format("all {} end", countText(c.graphs, "execution"));
}

}  // namespace

std::string consequenceWords(const Program& program, const Consequence& c) {
  switch (c.answer) {
    case Consequence::Answer::Harmful:
      return fmt::format(", and harmful: {}{}", badWords(c.property), at(program, c.place));
    case Consequence::Answer::Different:
      return fmt::format(", and different: a run can end with {}, as no SC run does", c.outcome);
    case Consequence::Answer::Harmless:
      return fmt::format(", but harmless: {} as under SC", executions(c));
    case Consequence::Answer::Unknown:
      break;
  }
  return fmt::format("; whether it matters is not known: {}{}", c.reason, at(program, c.place));
}

const char* consequenceTitle(const Consequence& c) {
  return c.answer == Consequence::Answer::Unknown ? "does it matter" : spelling(c.answer);
}

std::string consequenceDetails(const Program& program, const Consequence& c) {
  const std::string note = c.details.empty() ? "" : "; " + c.details;
  switch (c.answer) {
    case Consequence::Answer::Harmful:
      return fmt::format("{}{}{}", badWords(c.property), at(program, c.place),
                         note.empty() ? "; its execution is below" : note);
    case Consequence::Answer::Different:
      return fmt::format(
          "a run can end with {}, and no SC run does; {} of {} new. No assertion fails, there is "
          "no data race{}",
          c.outcome, c.outcomes - c.scOutcomes,
          countText(c.outcomes, "final state") + (c.outcomes - c.scOutcomes == 1 ? " is" : " are"),
          note.empty() ? ", and no thread waits forever" : note);
    case Consequence::Answer::Harmless:
      return fmt::format(
          "{} in one of the {} that SC has ({} of them not sequentially consistent). No assertion "
          "fails, nothing faults, there is no data race{}. This holds for these threads and "
          "inputs; a final state is {}",
          executions(c), countText(c.outcomes, "final state"), c.notSc,
          note.empty() ? ", and no thread waits forever" : note, c.observed);
    case Consequence::Answer::Unknown:
      break;
  }
  return fmt::format(
      "not known: {}{}. `robur verify` has no limit of time, and with --unroll it looks for errors "
      "in loops that do not end",
      c.reason, at(program, c.place));
}

}  // namespace robur
