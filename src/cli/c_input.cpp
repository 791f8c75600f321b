// The reader gets the files as arguments and answers with a packed program; clang's own
// diagnostics go straight to stderr. Whatever else happens to it is an error about the file.
#include "cli/c_input.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "cli/scratch.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "program/pack.h"

namespace robur {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 10> kExtensions = {".c",   ".cc", ".cpp", ".cxx", ".C",
                                                          ".c++", ".bc", ".ll",  ".CPP", ".cp"};

// Beside this program; tests lie one directory below.
std::string readerPath() {
  std::error_code ignored;
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  const fs::path beside = here / "robur-llvm";
  return (fs::exists(beside, ignored) ? beside : here.parent_path() / "robur-llvm").string();
}

std::vector<std::string> commandFor(const std::vector<std::string>& files, const Settings& settings,
                                    const std::vector<std::string>& more = {}) {
  std::vector<std::string> command = {readerPath()};
  command.insert(command.end(), more.begin(), more.end());
  if (!settings.entries.empty()) command.insert(command.end(), {"--entry", settings.entries});
  if (settings.optimiseFirst) command.emplace_back("--optimise");
  // A name that begins with a dash must not look like an option.
  for (const std::string& file : files) {
    command.push_back(file.starts_with('-') ? "./" + file : file);
  }
  command.emplace_back("--");
  command.insert(command.end(), settings.clangFlags.begin(), settings.clangFlags.end());
  return command;
}

// What the program wrote to its standard output; false if it failed.
bool outputOf(const std::vector<std::string>& command, std::string& output) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return false;
  std::vector<char*> raw;
  raw.reserve(command.size() + 1);
  for (const std::string& a : command) raw.push_back(const_cast<char*>(a.c_str()));
  raw.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
    ::execv(raw[0], raw.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  std::array<char, 1 << 16> piece{};
  while (child > 0) {
    const ssize_t count = ::read(ends[0], piece.data(), piece.size());
    if (count < 0 && errno == EINTR && !interruptedFlag()) continue;
    if (count <= 0) break;
    output.append(piece.data(), static_cast<std::size_t>(count));
  }
  ::close(ends[0]);
  int status = 0;
  if (child < 0) return false;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

bool isCFile(std::string_view path) {
  for (const std::string_view extension : kExtensions) {
    if (path.ends_with(extension) && path.size() > extension.size()) return true;
  }
  return false;
}

bool isBitcode(std::string_view path) {
  return path.ends_with(".bc") || path.ends_with(".ll");
}

Loaded loadC(const std::vector<std::string>& files, const Settings& settings) {
  Loaded loaded;
  loaded.file = titleOf(files);
  for (const std::string& file : files) {
    const Input input = readInput(file, Language::Rob);  // only to see that it can be read
    if (!hasErrors(input.diagnostics)) continue;
    loaded.diagnostics = input.diagnostics;
    printDiagnostics(input.source, loaded.diagnostics, settings.colour);
    return loaded;
  }
  const std::vector<std::string> command = commandFor(files, settings);
  std::string bytes;
  std::optional<Packed> packed;
  if (outputOf(command, bytes)) packed = unpack(bytes);
  if (!packed) {
    const bool there = ::access(command.front().c_str(), X_OK) == 0;
    packed.emplace();
    packed->diagnostics.push_back(
        {Diagnostic::Severity::Error,
         {},
         there ? "the reader of C and C++ failed on this file"
               : "C and C++ cannot be read: robur was built without LLVM 19",
         there ? "please report this, with the file"
               : "install clang-19 and llvm-19-dev and build robur again"});
  }
  loaded.diagnostics = packed->diagnostics;
  for (const Diagnostic& d : packed->diagnostics) {
    const bool known = d.span.file < packed->program.sources.size();
    const Source nameless{loaded.file, ""};
    printDiagnostics(known ? packed->program.sources[d.span.file] : nameless, {d}, settings.colour);
  }
  loaded.unfinished = packed->unfinished;
  if (!hasErrors(loaded.diagnostics) && loaded.unfinished.empty()) {
    loaded.program = std::move(packed->program);
  }
  return loaded;
}

void prepareC(const std::vector<std::string>& files, const Settings& settings,
              const std::string& preambles) {
  std::string nothing;
  outputOf(commandFor(files, settings, {"--prepare", "--preambles", preambles}), nothing);
}

std::optional<Program> readC(const std::vector<std::string>& files, const Settings& settings,
                             const std::vector<Source>& replaced, const std::string& preambles) {
  const Scratch scratch;
  if (scratch.path().empty()) return std::nullopt;
  std::vector<std::string> more = {"--quiet"};
  if (!preambles.empty()) more.insert(more.end(), {"--preambles", preambles});
  for (const Source& source : replaced) {
    const std::string contents = (scratch.path() / fmt::format("{}", more.size())).string();
    std::ofstream(contents, std::ios::binary) << source.text;
    more.insert(more.end(), {"--replace", source.path, contents});
  }
  std::string bytes;
  if (!outputOf(commandFor(files, settings, more), bytes)) return std::nullopt;
  std::optional<Packed> packed = unpack(bytes);
  if (!packed || hasErrors(packed->diagnostics) || !packed->unfinished.empty()) return std::nullopt;
  return std::move(packed->program);
}

}  // namespace robur
