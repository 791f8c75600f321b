// Paths as tools want them that join reports of several machines: relative to the directory in
// which Robur runs, if they are below it.
#pragma once

#include <string>
#include <string_view>

namespace robur {

// "src/a.cpp" for "./src/../src/a.cpp" and, in the directory /home/me, for "/home/me/src/a.cpp". A
// path that leads elsewhere becomes absolute. Without a directory, paths are only shortened.
std::string relativePath(std::string_view path, std::string_view directory);

// As a reference of RFC 3986: relative for a relative path, with the scheme file for an absolute
// one.
std::string uriOf(std::string_view path);

}  // namespace robur
