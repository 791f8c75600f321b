#include "report/relative_path.h"

#include <filesystem>

#include <fmt/format.h>

namespace robur {

std::string relativePath(std::string_view path, std::string_view directory) {
  namespace fs = std::filesystem;
  const fs::path plain = fs::path(path).lexically_normal();
  if (path.empty() || directory.empty()) return plain.string();
  const fs::path base = fs::path(directory).lexically_normal();
  const fs::path absolute = (base / plain).lexically_normal();
  const fs::path relative = absolute.lexically_relative(base);
  if (relative.empty() || *relative.begin() == "..") return absolute.string();
  return relative.string();
}

std::string uriOf(std::string_view path) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/!$&'()*+,;=@";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (kPlain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

}  // namespace robur
