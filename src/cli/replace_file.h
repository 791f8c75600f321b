// Rewriting a user's file.
#pragma once

#include <string>
#include <string_view>

namespace robur {

// The new text appears under the old name all at once, so that a crash or a full disk
// never leaves half a program behind. Links are followed, permissions kept. A file that is not
// `before` any more has been edited since it was read, and stays as it is. Says what went wrong, or
// nothing.
std::string replaceFile(const std::string& path, std::string_view before, std::string_view after);

}  // namespace robur
