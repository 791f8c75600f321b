// A problem with a file is reported as a diagnostic about that file, in the same form as errors in
// its text, so that editors and other tools that collect diagnostics show it too.
#include "cli/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "cli/c_input.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "program/model_info.h"
#include "report/paint.h"
#include "result/stopwatch.h"
#include "verify/orders_of.h"

namespace robur {

namespace {

constexpr std::size_t kLargest = 64u << 20;  // bytes; no program for this tool is that long

struct Descriptor {
  int number;
  ~Descriptor() {
    if (number > STDERR_FILENO) ::close(number);
  }
};

// Empty if all went well, else what is wrong.
std::string readAll(int descriptor, std::string& text) {
  constexpr std::size_t kPiece = 1 << 16;
  while (true) {
    if (text.size() > kLargest) return fmt::format("is larger than {} MiB", kLargest >> 20);
    char piece[kPiece];  // not cleared, as the end of a string would be
    const ssize_t count = ::read(descriptor, piece, kPiece);
    if (count == 0) return {};
    if (count > 0) text.append(piece, static_cast<std::size_t>(count));
    if (count < 0 && errno == EINTR && interruptedFlag()) return "reading was interrupted";
    if (count < 0 && errno != EINTR) {
      return fmt::format("cannot be read: {}", std::strerror(errno));
    }
  }
}

std::string readFile(const std::string& name, std::string& text) {
  if (name == "-") return readAll(STDIN_FILENO, text);
  const Descriptor file{::open(name.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.number < 0) {
    return errno == ENOENT ? "there is no such file"
                           : fmt::format("cannot be opened: {}", std::strerror(errno));
  }
  struct stat info = {};
  if (::fstat(file.number, &info) == 0 && S_ISDIR(info.st_mode)) {
    return "is a directory; name the files in it";
  }
  return readAll(file.number, text);
}

// The first line is "place: severity: message"; its parts get their tones.
std::string painted(const std::string& rendered, Diagnostic::Severity severity,
                    const Paint& paint) {
  const bool error = severity == Diagnostic::Severity::Error;
  const std::string_view word = error                                       ? "error:"
                                : severity == Diagnostic::Severity::Warning ? "warning:"
                                                                            : "note:";
  const std::size_t end = std::min(rendered.find('\n'), rendered.size());
  const std::size_t at = rendered.find(fmt::format(": {} ", word));
  if (at >= end) return rendered;
  const std::size_t message = at + 2 + word.size() + 1;
  return fmt::format("{} {} {}{}", paint(Tone::Strong, rendered.substr(0, at + 1)),
                     paint(error ? Tone::Bad : Tone::Unsure, word),
                     paint(Tone::Strong, rendered.substr(message, end - message)),
                     rendered.substr(end));
}

}  // namespace

Input readText(const std::string& name) {
  Input input;
  input.source.path = name == "-" ? "<stdin>" : name;
  std::string problem = readFile(name, input.source.text);
  if (problem.empty() && input.source.text.find_first_not_of(" \t\r\n") == std::string::npos) {
    problem = "is empty: there is no program in it";
  }
  if (!problem.empty()) {
    input.diagnostics.push_back({Diagnostic::Severity::Error, Span{}, std::move(problem), {}});
  }
  return input;
}

Input readInput(const std::string& name, std::optional<Language> language) {
  Input input = readText(name);
  if (!input.diagnostics.empty()) return input;
  input.language = language ? language : languageOfPath(name);
  if (!input.language) {
    input.diagnostics.push_back({Diagnostic::Severity::Error, Span{},
                                 name == "-" ? "the language of standard input is not known"
                                             : "the file's extension does not tell its language",
                                 fmt::format("say --language {}", parsedLanguages("or"))});
  }
  return input;
}

void printDiagnostics(const Source& source, const std::vector<Diagnostic>& diagnostics,
                      Colour colour) {
  const Paint paint{wantsColours(colour, STDERR_FILENO)};
  std::string text;
  for (const Diagnostic& d : diagnostics) text += painted(render(source, d), d.severity, paint);
  Output(STDERR_FILENO).write(text);
}

std::vector<std::vector<std::string>> programsOf(const std::vector<std::string>& files) {
  const auto helperOf = [](const std::string& file) -> const char* {
    const std::optional<Language> language = languageOfPath(file);
    return language ? infoOf(*language).helper : nullptr;
  };
  std::vector<std::vector<std::string>> programs;
  for (const std::string& file : files) {
    const char* const helper = helperOf(file);
    const auto same = std::ranges::find_if(programs, [&](const std::vector<std::string>& program) {
      return helper != nullptr && helperOf(program.front()) == helper;
    });
    if (same != programs.end()) {
      same->push_back(file);
    } else {
      programs.push_back({file});
    }
  }
  return programs;
}

std::string titleOf(const std::vector<std::string>& files) {
  return fmt::format("{}", fmt::join(files, "+"));
}

void refuse(Loaded& loaded, std::string reason) {
  printError(fmt::format("{}: {}", loaded.file, reason));
  loaded.program.reset();
  loaded.diagnostics.push_back({Diagnostic::Severity::Error, Span{}, std::move(reason), {}});
}

void refuseAnyNumber(Loaded& loaded) {
  if (!loaded.program || !hasAnyNumber(*loaded.program)) return;
  refuse(loaded, "this command needs to know how many threads there are: write [2] for [*]");
}

void refuseModels(Loaded& loaded, const std::vector<ModelName>& named) {
  if (!loaded.program || loaded.models.empty()) return;
  for (const ModelName model : named) {
    if (infoOf(model).isReference() ||
        std::ranges::find(loaded.models, model) != loaded.models.end()) {
      continue;
    }
    return refuse(loaded,
                  fmt::format("is in instructions of a machine whose model is {}, and means "
                              "nothing under {}",
                              titleOf(loaded.models.front()), titleOf(model)));
  }
}

ExitCode codeWithoutProgram(const Loaded& loaded) {
  return loaded.unfinished.empty() ? ExitCode::BadInput : ExitCode::Unknown;
}

ModelName defaultSafetyModel(const std::vector<std::string>& files, const Program& program) {
  const std::optional<Language> language = languageOfPath(files.front());
  const bool isC = language && infoOf(*language).defaultModels == &ModelInfo::byDefaultForC;
  return isC ? ModelName::Rc11 : verify::defaultModel(program);
}

std::vector<ModelName> defaultModels(const std::vector<std::string>& files) {
  const std::optional<Language> language = languageOfPath(files.front());
  return modelsWith(language ? infoOf(*language).defaultModels : &ModelInfo::byDefault);
}

Loaded loadProgram(const std::vector<std::string>& files, const Reading& reading) {
  const std::string& name = files.front();
  if (hasHelper(name) && !reading.language) return loadC(files, reading);
  Loaded loaded;
  const Stopwatch watch;
  Input input = readInput(name, reading.language);
  loaded.readSeconds = watch.seconds();
  loaded.file = input.source.path;
  loaded.diagnostics = std::move(input.diagnostics);
  if (!hasErrors(loaded.diagnostics)) {
    const Stopwatch translating;
    Parsed parsed = parse(*input.language, input.source);
    loaded.program = std::move(parsed.program);
    loaded.language = input.language;
    loaded.gaps = std::move(parsed.gaps);
    loaded.condition = std::move(parsed.condition);
    loaded.models = std::move(parsed.models);
    loaded.diagnostics = std::move(parsed.diagnostics);
    loaded.translateSeconds = translating.seconds();
  }
  printDiagnostics(input.source, loaded.diagnostics, reading.colour);
  if (!loaded.program) loaded.sources.push_back(std::move(input.source));
  return loaded;
}

}  // namespace robur
