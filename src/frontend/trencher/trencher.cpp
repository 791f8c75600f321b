// The frontend for Trencher's text format.
//
// All accesses are atomic and carry no order, which means the weakest order of the chosen model;
// mfence is an SC fence. Values are 32-bit integers that wrap around.
#include "frontend/trencher/lowering.h"
#include "frontend/trencher/parse_trencher.h"
#include "frontend/trencher/reader.h"
#include "program/simplify.h"
#include "program/validate.h"

namespace robur {

namespace {

constexpr std::uint64_t kReasoningBudget = 5'000'000;

void warnUnassigned(const frontend_trencher::Automaton& automaton, Errors& errors) {
  for (const frontend_trencher::RegisterUse& r : automaton.registers) {
    if (r.assigned) continue;
    errors.warn(r.firstUse, fmt::format("register {} is never assigned in this thread: it is 0",
                                        quoted(r.name)));
  }
}

std::optional<Program> lower(const std::vector<frontend_trencher::Automaton>& threads,
                             Errors& errors) {
  const frontend_trencher::Values values(threads);
  const frontend_trencher::Memory memory(threads, values, errors);
  if (errors.any()) return std::nullopt;
  Program program;
  program.locations = memory.locations();
  std::uint64_t budget = kReasoningBudget;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    Code code = frontend_trencher::Lowering(threads[t], t, values, memory, budget, errors).run();
    program.threads.push_back({threads[t].name, CodeId{static_cast<std::uint32_t>(t)}, 0});
    program.codes.push_back(std::move(code));
  }
  if (errors.any()) return std::nullopt;
  for (Diagnostic& d : validate(program))
    errors.add(d.span, std::move(d.message), std::move(d.help));
  if (errors.any()) return std::nullopt;
  return simplified(program);
}

}  // namespace

Parsed parseTrencher(Source source) {
  Errors errors;
  const std::vector<frontend_trencher::Automaton> threads =
      frontend_trencher::read(source.text, errors);
  Parsed parsed;
  for (const frontend_trencher::Automaton& automaton : threads) warnUnassigned(automaton, errors);
  if (!errors.any()) parsed.program = lower(threads, errors);
  parsed.diagnostics = errors.take();
  if (parsed.program) parsed.program->sources.push_back(std::move(source));
  return parsed;
}

}  // namespace robur
