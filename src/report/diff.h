// The difference of two texts as a unified diff, which `patch` and `git apply` accept.
#pragma once

#include <string>
#include <string_view>

namespace robur {

// Empty if there is none.
std::string unifiedDiff(std::string_view path, std::string_view before, std::string_view after);

}  // namespace robur
