#include "verify/target_test.h"

#include <algorithm>

namespace robur::verify {

TargetTest::TargetTest(const LocalGraphs& locals, const Target& target) {
  const auto add = [&](std::size_t at, const auto& test, const auto& numbered) {
    tests.push_back({at,
                     [&test, &numbered](std::uint64_t number) { return test(numbered[number]); },
                     std::vector<Answer>(numbered.size(), Answer::Unknown)});
  };
  const std::size_t threads = locals.threads.size();
  for (std::size_t t = 0; t < threads; ++t) {
    if (target.threads[t]) add(t, target.threads[t], locals.threads[t].states);
  }
  for (const auto& [cell, test] : target.cells) add(threads + cell, test, locals.values[cell]);
}

bool TargetTest::operator()(const Row& row) {
  return std::all_of(tests.begin(), tests.end(), [&](NumberTest& test) {
    const std::uint64_t number = row[test.at];
    Answer& answer = test.answers[number];
    if (answer == Answer::Unknown) answer = test.passes(number) ? Answer::Yes : Answer::No;
    return answer == Answer::Yes;
  });
}

}  // namespace robur::verify
