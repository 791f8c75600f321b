// The scheduling policies of the sanitizer's runtime, by the names that ROBUR_OPTIONS takes.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace robur::run {

enum class Schedule { Os, Random, Pct, Exhaust };

struct ScheduleName {
  Schedule schedule;
  std::string_view name;
};
inline constexpr std::array<ScheduleName, 4> kSchedules = {{{Schedule::Os, "os"},
                                                            {Schedule::Random, "random"},
                                                            {Schedule::Pct, "pct"},
                                                            {Schedule::Exhaust, "exhaust"}}};

constexpr std::string_view nameOf(Schedule schedule) {
  for (const ScheduleName& s : kSchedules) {
    if (s.schedule == schedule) return s.name;
  }
  return {};
}
constexpr std::optional<Schedule> scheduleNamed(std::string_view name) {
  for (const ScheduleName& s : kSchedules) {
    if (s.name == name) return s.schedule;
  }
  return std::nullopt;
}

}  // namespace robur::run
