#include "accept/baseline.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "accept/allow_comments.h"

namespace robur::accept {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

fs::path directoryOf(const std::string& baseline) {
  return fs::path(absolutePath(baseline)).parent_path();
}

std::string textAt(const Json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : "";
}

// Why the entry cannot be used; empty if it can.
std::string read(const Json& json, const fs::path& directory, BaselineEntry& entry) {
  if (!json.is_object()) return "is not an object";
  const std::string file = textAt(json, "file");
  entry.kind = textAt(json, "kind");
  entry.line = textAt(json, "line");
  entry.reason = textAt(json, "reason");
  if (file.empty()) return "has no \"file\"";
  if (entry.line.empty()) return "has no \"line\"";
  const std::vector<std::string>& kinds = acceptableKinds();
  if (std::find(kinds.begin(), kinds.end(), entry.kind) == kinds.end()) {
    return fmt::format("has no \"kind\" that exists; the kinds are {}", fmt::join(kinds, ", "));
  }
  if (entry.reason.find_first_not_of(" \t\n") == std::string::npos) {
    return fmt::format("({}: {}) has no \"reason\"; write why the finding is accepted", file,
                       entry.kind);
  }
  entry.file = absolutePath((directory / file).string());
  return {};
}

}  // namespace

std::string absolutePath(const std::string& file) {
  std::error_code ignored;
  const fs::path absolute = fs::absolute(file, ignored);
  return (absolute.empty() ? fs::path(file) : absolute).lexically_normal().string();
}

Baseline readBaseline(const std::string& path) {
  Baseline out;
  out.path = path;
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    out.error = fmt::format("cannot be read: {}", std::strerror(errno));
    return out;
  }
  std::ostringstream text;
  text << in.rdbuf();
  const Json json = Json::parse(text.str(), nullptr, false);
  const auto accepted = json.is_object() ? json.find("accepted") : json.end();
  if (json.is_discarded() || !json.is_object() || accepted == json.end() ||
      !accepted->is_array()) {
    out.error = "is not a baseline, which is a JSON object with the array \"accepted\"";
    return out;
  }
  for (std::size_t i = 0; i < accepted->size(); ++i) {
    BaselineEntry entry;
    const std::string wrong = read((*accepted)[i], directoryOf(path), entry);
    if (!wrong.empty()) {
      out.error = fmt::format("entry {} {}", i + 1, wrong);
      return out;
    }
    out.entries.push_back(std::move(entry));
  }
  return out;
}

std::string baselineText(const std::string& path, const std::vector<BaselineEntry>& entries) {
  Json list = Json::array();
  for (const BaselineEntry& entry : entries) {
    list.push_back({{"file", fs::path(entry.file).lexically_relative(directoryOf(path)).string()},
                    {"kind", entry.kind},
                    {"line", entry.line},
                    {"reason", entry.reason}});
  }
  return Json{{"accepted", std::move(list)}}.dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace robur::accept
