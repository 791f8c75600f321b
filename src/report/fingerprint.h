// A number for a problem that stays the same when lines are inserted elsewhere, so that tools can
// tell which problems are new.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace robur {

// 16 hexadecimal digits. Where one part ends and the next begins makes a difference.
std::string fingerprintOf(std::initializer_list<std::string_view> parts);

}  // namespace robur
