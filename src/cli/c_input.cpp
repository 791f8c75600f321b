// The helper gets the files as arguments and writes a packed program to its standard output;
// clang's own diagnostics go to stderr directly. Any other failure is reported as an error of the
// file.
#include "cli/c_input.h"

#include <unistd.h>

#include <fstream>

#include <fmt/format.h>

#include "cli/signals.h"
#include "cli/terminal.h"
#include "program/pack.h"
#include "result/stopwatch.h"
#include "support/executable_path.h"
#include "support/scratch_directory.h"
#include "support/subprocess.h"

namespace robur {

namespace {

// Libraries and their data take so much address space before the translation begins.
constexpr std::uint64_t kBytesOfLlvm = std::uint64_t{1} << 30;

const char* helperFor(const std::vector<std::string>& files) {
  return infoOf(languageOfPath(files.front()).value()).helper;
}

std::vector<std::string> commandFor(const std::vector<std::string>& files, const Reading& reading,
                                    const std::vector<std::string>& more = {}) {
  std::vector<std::string> command = {companionProgram(helperFor(files))};
  command.insert(command.end(), more.begin(), more.end());
  if (!reading.entries.empty()) command.insert(command.end(), {"--entry", reading.entries});
  if (!reading.any.empty()) {
    command.insert(command.end(),
                   {"--any", reading.any, "--copies", std::to_string(reading.copies)});
  }
  if (reading.objects) {
    command.insert(command.end(), {"--objects", std::to_string(*reading.objects)});
  }
  if (!reading.inits.empty()) command.insert(command.end(), {"--init", reading.inits});
  if (reading.relaxedVolatile) command.emplace_back("--relaxed-volatile");
  if (!reading.pure.empty()) command.insert(command.end(), {"--assume-pure", reading.pure});
  if (reading.optimiseFirst) command.emplace_back("--optimise");
  for (const std::string& file : files) {
    const auto flags = reading.fileFlags.find(file);
    if (flags != reading.fileFlags.end()) {
      command.insert(command.end(), {"--flags", std::to_string(flags->second.size())});
      command.insert(command.end(), flags->second.begin(), flags->second.end());
    }
    // A name that begins with a dash must not look like an option.
    command.push_back(file.starts_with('-') ? "./" + file : file);
  }
  if (reading.withoutAssertions) command.emplace_back("--without-assertions");
  command.emplace_back("--");
  command.insert(command.end(), reading.clangFlags.begin(), reading.clangFlags.end());
  return command;
}

Finished runReader(std::vector<std::string> words, const Limits& limits) {
  Subprocess command{std::move(words)};
  command.output.to = Redirection::To::Capture;
  command.seconds = limits.seconds;
  if (limits.maxBytes > 0) command.maxBytes = limits.maxBytes + kBytesOfLlvm;
  return runSubprocess(command, [] { return interruptedFlag().load(); });
}

// Why the reader ended early, if that is no error.
std::string whyStopped(const Finished& finished, const Limits& limits) {
  if (interruptedFlag().load()) return "interrupted while the program was being translated";
  if (finished.outOfTime) {
    return fmt::format("the time limit of {} s was reached while the program was being translated",
                       limits.seconds);
  }
  if (limits.maxBytes > 0 && !finished.succeeded() && finished.startError == 0) {
    return "the memory limit was reached while the program was being translated";
  }
  return {};
}

// What the reader wrote to its standard output, or nothing if it failed.
std::optional<std::string> outputOf(std::vector<std::string> words, const Limits& limits) {
  Finished finished = runReader(std::move(words), limits);
  if (!finished.succeeded()) return std::nullopt;
  return std::move(finished.output);
}

}  // namespace

Loaded loadC(const std::vector<std::string>& files, const Reading& reading) {
  Loaded loaded;
  loaded.file = titleOf(files);
  const Stopwatch watch;
  for (const std::string& file : files) {
    const Input input = readText(file);  // the helper would only say that clang failed
    if (input.diagnostics.empty()) continue;
    loaded.diagnostics = input.diagnostics;
    printDiagnostics(input.source, loaded.diagnostics, reading.colour);
    return loaded;
  }
  loaded.readSeconds = watch.seconds();
  const Stopwatch translating;
  const std::vector<std::string> command = commandFor(files, reading);
  std::optional<Packed> packed;
  const Finished finished = runReader(command, reading.readLimits);
  if (finished.succeeded()) packed = unpack(finished.output);
  loaded.translateSeconds = translating.seconds();
  if (!packed) loaded.unfinished = whyStopped(finished, reading.readLimits);
  if (!loaded.unfinished.empty()) return loaded;
  if (!packed) {
    const bool there = ::access(command.front().c_str(), X_OK) == 0;
    packed.emplace();
    packed->diagnostics.push_back(
        {Diagnostic::Severity::Error,
         {},
         there ? "robur-llvm failed on this file"
               : fmt::format("C and C++ cannot be read: there is no {}", command.front()),
         there ? "please report this, with the file"
               : "robur needs robur-llvm beside it: keep the files of an installation together, or "
                 "install clang-19 and llvm-19-dev and build robur again"});
  }
  if (!hasErrors(packed->diagnostics) && packed->program.sources.empty()) {
    // Reports then say at least which file they are about.
    packed->program.sources.push_back({loaded.file, ""});
    packed->diagnostics.push_back({Diagnostic::Severity::Warning,
                                   {},
                                   "there is no debug information, so no lines can be shown",
                                   "compile it with -g"});
  }
  loaded.diagnostics = packed->diagnostics;
  for (const Diagnostic& d : packed->diagnostics) {
    // An error without a place is about the first source, a note about the program.
    const bool about = d.span.known() || d.severity == Diagnostic::Severity::Error;
    const bool known = about && d.span.file < packed->program.sources.size();
    // A program that is read for several numbers of copies has the same notes each time.
    if (reading.copies > 0 && d.severity != Diagnostic::Severity::Error) continue;
    const Source nameless{loaded.file, ""};
    printDiagnostics(known ? packed->program.sources[d.span.file] : nameless, {d}, reading.colour);
  }
  loaded.unfinished = packed->unfinished;
  loaded.needsNumber = packed->needsNumber;
  if (!hasErrors(loaded.diagnostics) && loaded.unfinished.empty()) {
    loaded.program = std::move(packed->program);
  } else {
    loaded.sources = std::move(packed->program.sources);
  }
  return loaded;
}

void prepareC(const std::vector<std::string>& files, const Reading& reading,
              const std::string& preambles) {
  outputOf(commandFor(files, reading, {"--prepare", "--preambles", preambles}), reading.readLimits);
}

std::optional<Program> readC(const std::vector<std::string>& files, const Reading& reading,
                             const std::vector<Source>& replaced, const std::string& preambles) {
  const ScratchDirectory scratch;
  if (scratch.path().empty()) return std::nullopt;
  std::vector<std::string> more = {"--quiet"};
  if (!preambles.empty()) more.insert(more.end(), {"--preambles", preambles});
  for (const Source& source : replaced) {
    const std::string contents = scratch.file(fmt::format("{}", more.size())).string();
    std::ofstream(contents, std::ios::binary) << source.text;
    more.insert(more.end(), {"--replace", source.path, contents});
  }
  const std::optional<std::string> bytes =
      outputOf(commandFor(files, reading, more), reading.readLimits);
  if (!bytes) return std::nullopt;
  std::optional<Packed> packed = unpack(*bytes);
  if (!packed || hasErrors(packed->diagnostics) || !packed->unfinished.empty()) return std::nullopt;
  return std::move(packed->program);
}

}  // namespace robur
