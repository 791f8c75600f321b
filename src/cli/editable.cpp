#include "cli/editable.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/c_input.h"
#include "cli/input.h"
#include "cli/scratch.h"
#include "cli/terminal.h"
#include "repair/c/c_draft.h"
#include "repair/draft_text.h"
#include "repair/trencher_draft.h"

namespace robur {

namespace {

std::optional<Editable> editableC(const std::vector<std::string>& files, const Settings& settings,
                                  const Wish& wish, const Prices& prices, ExitCode& code) {
  for (const std::string& file : files) {
    if (!isBitcode(file)) continue;
    printError(fmt::format("{}: has no text to be changed; name the C and C++ files", file));
    return std::nullopt;
  }
  Loaded loaded = loadC(files, settings);
  if (!loaded.program) {
    code = codeWithoutProgram(loaded);
    if (code == ExitCode::Unknown) {
      printError(fmt::format("{}: not read to its end: {}", loaded.file, loaded.unfinished));
    }
    return std::nullopt;
  }
  const auto original = std::make_shared<const Program>(std::move(*loaded.program));
  // Compiling headers ahead costs as much as compiling the file: it is done where the first
  // guesses were wrong and many more will follow.
  const Scratch preambles;
  unsigned guesses = 0;
  const auto guess = [&](const std::vector<Source>& replaced) {
    const bool ahead = ++guesses > 2;
    return readC(files, settings, replaced, ahead ? preambles.path().string() : "");
  };
  const bool cplusplus =
      std::ranges::any_of(files, [](const std::string& file) { return !file.ends_with(".c"); });
  const auto drafted = [&] {
    if (wish.relaxing) return weakenedDraftForC(*original, cplusplus, guess, wish.allowed, prices);
    if (!wish.fulfilled(*original)) {
      return draftForC(*original, cplusplus, guess, wish.allowed, prices);
    }
    CDraft bare;
    bare.draft.program = *original;
    return bare;
  };
  const auto draft = std::make_shared<const CDraft>(drafted());
  Editable out;
  out.title = loaded.file;
  out.wording = Wording::C;
  out.draft = draft->draft;
  out.changesOf = [original, draft](const Choice& choice) {
    std::vector<FileChange> changes;
    for (Source& after : draft->textsOf(choice)) {
      const auto before = std::ranges::find(original->sources, after.path, &Source::path);
      changes.push_back({after.path, before->text, std::move(after.text)});
    }
    return changes;
  };
  out.readWith = [original, files, settings](const std::vector<FileChange>& changes) {
    if (changes.empty()) return std::optional(*original);
    std::vector<Source> replaced;
    for (const FileChange& change : changes) replaced.push_back({change.path, change.after});
    return readC(files, settings, replaced);  // as the user's compiler reads it
  };
  return out;
}

Editable editableTrencher(const Source& source, const Parsed& parsed, const Wish& wish,
                          const Prices& prices) {
  const auto draft = std::make_shared<const TrencherDraft>(
      wish.relaxing ? weakenedDraftForTrencher(parsed, prices)
                    : draftForTrencher(parsed, wish.allowed, prices));
  Editable out;
  out.title = source.path;
  out.wording = Wording::Trencher;
  out.draft = draft->draft;
  out.changesOf = [source, draft](const Choice& choice) {
    std::vector<FileChange> changes;
    std::string after = draft->textOf(source.text, choice);
    if (after != source.text) changes.push_back({source.path, source.text, std::move(after)});
    return changes;
  };
  out.readWith = [source](const std::vector<FileChange>& changes) {
    return parseTrencher(changes.empty() ? source : Source{source.path, changes.front().after})
        .program;
  };
  return out;
}

std::optional<Editable> editableText(const std::string& name, const Settings& settings,
                                     const Wish& wish, const Prices& prices) {
  const Input input = readInput(name, settings.language);
  Parsed parsed;
  parsed.diagnostics = input.diagnostics;
  if (!hasErrors(parsed.diagnostics)) parsed = parse(*input.language, input.source);
  printDiagnostics(input.source, parsed.diagnostics, settings.colour);
  if (!parsed.program) return std::nullopt;
  if (settings.inPlace && name == "-") {
    printError("standard input cannot be rewritten in place");
    return std::nullopt;
  }
  const Language language = *input.language;
  if (language == Language::Trencher) {
    return editableTrencher(input.source, parsed, wish, prices);
  }
  Editable out;
  out.title = input.source.path;
  out.draft = wish.relaxing ? weakenedDraftFor(language, parsed, wish.allowed, prices)
                            : draftFor(language, parsed, wish.allowed, prices);
  out.changesOf = [language, source = input.source, draft = out.draft](const Choice& choice) {
    std::vector<FileChange> changes;
    std::string after = textOf(language, source, draft, choice);
    if (after != source.text) changes.push_back({source.path, source.text, std::move(after)});
    return changes;
  };
  out.readWith = [language, source = input.source](const std::vector<FileChange>& changes) {
    return parse(language, changes.empty() ? source : Source{source.path, changes.front().after})
        .program;
  };
  return out;
}

}  // namespace

std::optional<Editable> editable(const std::vector<std::string>& files, const Settings& settings,
                                 const Wish& wish, const Prices& prices, ExitCode& code) {
  code = ExitCode::BadInput;
  if (isCFile(files.front()) && !settings.language) {
    return editableC(files, settings, wish, prices, code);
  }
  return editableText(files.front(), settings, wish, prices);
}

}  // namespace robur
