#include "frontend/llvm/preamble.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <llvm/Support/xxhash.h>

namespace robur::frontend_llvm {

namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

// What comes behind a comment that begins here; the same text if none does.
std::string_view behindComment(std::string_view text) {
  if (text.starts_with("//")) {
    std::size_t end = text.find('\n');
    while (end != std::string_view::npos && end > 0 && text[end - 1] == '\\') {
      end = text.find('\n', end + 1);
    }
    return end == std::string_view::npos ? std::string_view{} : text.substr(end);
  }
  if (text.starts_with("/*")) {
    const std::size_t end = text.find("*/", 2);
    return end == std::string_view::npos ? std::string_view{} : text.substr(end + 2);
  }
  return text;
}

// The header between its brackets in `#include <header>`, which must be all that is on the line.
std::string_view headerOn(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("#")) return {};
  line = trimmed(line.substr(1));
  if (!line.starts_with("include")) return {};
  line = trimmed(line.substr(7));
  if (!line.starts_with("<")) return {};
  const std::size_t close = line.find('>');
  if (close == std::string_view::npos) return {};
  const std::string_view rest = trimmed(line.substr(close + 1));
  return rest.empty() || rest.starts_with("//") ? line.substr(1, close - 1) : std::string_view{};
}

// The files that a rule of make names behind its colon. Blanks in names are quoted.
std::vector<std::string> dependencies(const std::string& rule) {
  std::vector<std::string> out;
  std::string name;
  const std::size_t colon = rule.find(": ");
  for (std::size_t i = colon == std::string::npos ? rule.size() : colon + 1; i < rule.size(); ++i) {
    const char c = rule[i];
    if (c == '\\' && i + 1 < rule.size() && rule[i + 1] != '\n') {
      name += rule[++i];
    } else if (c == ' ' || c == '\n' || c == '\\') {
      if (!name.empty()) out.push_back(std::move(name));
      name.clear();
    } else {
      name += c;
    }
  }
  if (!name.empty()) out.push_back(std::move(name));
  return out;
}

// Is what was compiled ahead still what would be read now?
bool upToDate(const fs::path& compiled, const fs::path& rule, const Replaced& replaced) {
  std::error_code missing;
  const fs::file_time_type made = fs::last_write_time(compiled, missing);
  if (missing) return false;
  return std::ranges::all_of(dependencies(textOf(rule)), [&](const std::string& header) {
    if (replaced.fileFor(header) != header) return false;
    const fs::file_time_type changed = fs::last_write_time(header, missing);
    return !missing && changed <= made;
  });
}

// Another process may do the same at the same time: what is complete gets its name at once.
bool writeOnce(const fs::path& path, const std::string& text) {
  const fs::path mine = fmt::format("{}.{}", path.string(), ::getpid());
  std::ofstream(mine, std::ios::binary) << text;
  std::error_code there;
  fs::create_hard_link(mine, path, there);
  std::error_code ignored;
  fs::remove(mine, ignored);
  return fs::exists(path, ignored);
}

}  // namespace

std::string leadingIncludes(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) break;
    const std::string_view behind = behindComment(text.substr(first));
    if (behind.size() != text.size() - first) {
      text = behind;
      continue;
    }
    text.remove_prefix(first);
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view header = headerOn(text.substr(0, end));
    if (header.empty()) break;
    out += fmt::format("#include <{}>\n", header);
    text.remove_prefix(end);
  }
  return out;
}

std::vector<std::string> Preambles::argumentsFor(const std::string& file, bool c,
                                                 const std::vector<std::string>& command,
                                                 const Replaced& replaced) const {
  const std::string includes = leadingIncludes(textOf(replaced.fileFor(file)));
  if (includes.empty()) return {};
  std::string all = includes;
  for (const std::string& word : command) all += word + '\n';
  const fs::path stem = fs::path(directory_) / fmt::format("{:016x}", llvm::xxHash64(all));
  const auto named = [&](const char* extension) { return fs::path(stem.string() + extension); };
  const fs::path header = named(".h");
  const fs::path compiled = named(".pch");
  const fs::path rule = named(".d");
  if (!upToDate(compiled, rule, replaced)) {
    if (!writeOnce(header, includes)) return {};
    const std::string mine = fmt::format("{}.{}", stem.string(), ::getpid());
    std::vector<std::string> making = command;
    making.insert(making.end(), {"-x", c ? "c-header" : "c++-header", header.string(), "-MD", "-MF",
                                 mine + ".d", "-o", mine + ".pch"});
    std::error_code failed;
    if (run_(making)) {
      fs::rename(mine + ".d", rule, failed);
      fs::rename(mine + ".pch", compiled, failed);
    }
    if (!upToDate(compiled, rule, replaced)) return {};
  }
  return {"-include-pch", compiled.string()};
}

}  // namespace robur::frontend_llvm
