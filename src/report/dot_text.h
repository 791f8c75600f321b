// Text from a user's program, made safe for Graphviz.
#pragma once

#include <string>
#include <string_view>

namespace robur {

std::string dotQuoted(std::string_view text);   // with its quotes
std::string dotEscaped(std::string_view text);  // for HTML-like labels

}  // namespace robur
