// What of a compile command decides the meaning of a source file.
//
// Robur compiles the same source for another purpose than the build. It takes over include
// directories, macros, the language and its standard, and flags of the target. It leaves out what
// is about the result (-c, -o, files of dependencies), what instruments or optimises, and warnings,
// which are the build's business and differ between compilers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace robur::project {

// `words` is the command, compiler first; relative paths in it are relative to `directory`, and
// absolute in the result.
std::vector<std::string> meaningfulFlags(const std::vector<std::string>& words,
                                         const std::filesystem::path& directory);

// "NDEBUG" if one of the flags defines it, last.
bool definesNdebug(const std::vector<std::string>& flags);

}  // namespace robur::project
