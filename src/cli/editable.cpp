#include "cli/editable.h"

#include <algorithm>
#include <future>
#include <thread>

#include <fmt/format.h>

#include "cli/c_input.h"
#include "cli/input.h"
#include "cli/terminal.h"
#include "program/internal_error.h"
#include "repair/c/c_draft.h"
#include "repair/draft_text.h"
#include "repair/trencher_draft.h"
#include "support/scratch_directory.h"

namespace robur {

namespace {

// Reads a C or C++ program repeatedly. Most of the time is spent on headers, which do not change:
// they are precompiled on another core while the program is read for the first time.
class Rereading {
 public:
  Rereading(const std::vector<std::string>& files, const Reading& reading)
      : files(files), reading(reading) {
    if (std::thread::hardware_concurrency() < 2 || kept.path().empty()) return;
    preparing = std::async(std::launch::async,
                           [this] { prepareC(this->files, this->reading, kept.path()); });
  }

  std::optional<Program> with(const std::vector<Source>& replaced) {
    if (preparing.valid()) preparing.get();
    return readC(files, reading, replaced, kept.path());
  }

 private:
  std::vector<std::string> files;
  Reading reading;
  ScratchDirectory kept;
  std::future<void> preparing;  // last, so that it ends before `kept` is removed
};

// The first of the files that is not text, such as bitcode; null if there is none.
const std::string* withoutText(const std::vector<std::string>& files) {
  const auto found = std::ranges::find_if(files, [](const std::string& file) {
    return infoOf(languageOfPath(file).value()).editor == TextEditor::None;
  });
  return found == files.end() ? nullptr : &*found;
}

Editable editableC(const std::vector<std::string>& files, const std::shared_ptr<Rereading>& reading,
                   const RepairGoal& goal, const Prices& prices, const Loaded& loaded) {
  const auto original = std::make_shared<const Program>(*loaded.program);
  const auto read = [reading](const std::vector<Source>& replaced) {
    return reading->with(replaced);
  };
  const bool cplusplus = std::ranges::any_of(
      files, [](const std::string& file) { return languageOfPath(file) != Language::C; });
  const Allowed allowed = goal.allowedFor(*original);
  const auto drafted = [&] {
    if (goal.relaxing) return weakenedDraftForC(*original, cplusplus, read, allowed, prices);
    if (!goal.fulfilled(*original)) {
      return draftForC(*original, cplusplus, read, allowed, prices);
    }
    CDraft bare;
    bare.draft.program = *original;
    return bare;
  };
  const auto draft = std::make_shared<const CDraft>(drafted());
  Editable out;
  out.title = loaded.file;
  out.editor = TextEditor::C;
  out.draft = draft->draft;
  out.changesOf = [original, draft](const Choice& choice) {
    std::vector<FileChange> changes;
    for (Source& after : draft->textsOf(choice)) {
      const auto before = std::ranges::find(original->sources, after.path, &Source::path);
      changes.push_back({after.path, before->text, std::move(after.text)});
    }
    return changes;
  };
  out.readWith = [original, read](const std::vector<FileChange>& changes) {
    if (changes.empty()) return std::optional(*original);
    std::vector<Source> replaced;
    for (const FileChange& change : changes) replaced.push_back({change.path, change.after});
    return read(replaced);
  };
  return out;
}

Editable editableTrencher(const Source& source, const Parsed& parsed, const RepairGoal& goal,
                          const Prices& prices) {
  const Allowed allowed = goal.allowedFor(*parsed.program);
  const auto draft = std::make_shared<const TrencherDraft>(
      goal.relaxing ? weakenedDraftForTrencher(parsed, prices)
                    : draftForTrencher(parsed, allowed, prices));
  Editable out;
  out.title = source.path;
  out.editor = TextEditor::Transitions;
  out.draft = draft->draft;
  out.changesOf = [source, draft](const Choice& choice) {
    std::vector<FileChange> changes;
    std::string after = draft->textOf(source.text, choice);
    if (after != source.text) changes.push_back({source.path, source.text, std::move(after)});
    return changes;
  };
  out.readWith = [source](const std::vector<FileChange>& changes) {
    return parse(Language::Trencher,
                 changes.empty() ? source : Source{source.path, changes.front().after})
        .program;
  };
  return out;
}

Editable editableCalls(Language language, const Source& source, const Parsed& parsed,
                       const RepairGoal& goal, const Prices& prices) {
  Editable out;
  out.title = source.path;
  const Allowed allowed = goal.allowedFor(*parsed.program);
  out.draft = goal.relaxing ? weakenedDraftFor(language, parsed, allowed, prices)
                            : draftFor(language, parsed, allowed, prices);
  out.changesOf = [language, source, draft = out.draft](const Choice& choice) {
    std::vector<FileChange> changes;
    std::string after = textOf(language, source, draft, choice);
    if (after != source.text) changes.push_back({source.path, source.text, std::move(after)});
    return changes;
  };
  out.readWith = [language, source](const std::vector<FileChange>& changes) {
    return parse(language, changes.empty() ? source : Source{source.path, changes.front().after})
        .program;
  };
  return out;
}

// A program in a language that Robur has a parser of.
Editable editableText(const RepairGoal& goal, const Prices& prices, const Loaded& loaded) {
  const Source source = loaded.program->sources.front();
  const Parsed parsed{*loaded.program, {}, loaded.gaps};
  switch (infoOf(*loaded.language).editor) {
    case TextEditor::Calls:
      return editableCalls(*loaded.language, source, parsed, goal, prices);
    case TextEditor::Transitions:
      return editableTrencher(source, parsed, goal, prices);
    case TextEditor::C:
    case TextEditor::None:
      break;
  }
  throw InternalError("there is no text editor for this language");
}

bool hasEditor(const Loaded& loaded) {
  return infoOf(*loaded.language).editor != TextEditor::None;
}

bool isForHelper(const std::vector<std::string>& files, const EditSettings& settings) {
  return hasHelper(files.front()) && !settings.language;
}

}  // namespace

std::optional<Editable> editable(const std::vector<std::string>& files,
                                 const EditSettings& settings, const RepairGoal& goal,
                                 const Prices& prices, Loaded& loaded) {
  if (isForHelper(files, settings)) {
    if (const std::string* const file = withoutText(files)) {
      loaded.file = *file;
      refuse(loaded, "has no text to be changed; name the C and C++ files");
      return std::nullopt;
    }
    const auto reading = std::make_shared<Rereading>(files, settings);
    loaded = loadC(files, settings);
    if (!loaded.program) return std::nullopt;
    return editableC(files, reading, goal, prices, loaded);
  }
  loaded = loadProgram(files, settings);
  if (settings.goal == Goal::Safe) refuseAnyNumber(loaded);
  if (loaded.program && settings.inPlace && files.front() == "-") {
    refuse(loaded, "standard input cannot be rewritten in place");
  }
  if (loaded.program && !hasEditor(loaded)) {
    refuse(loaded, fmt::format("{} cannot be changed here; robur fmt translates them into .rob",
                               infoOf(*loaded.language).title));
  }
  if (!loaded.program) return std::nullopt;
  return editableText(goal, prices, loaded);
}

std::optional<Editable> editableFrom(const std::vector<std::string>& files,
                                     const EditSettings& settings, const RepairGoal& goal,
                                     const Prices& prices, const Loaded& loaded) {
  if (!loaded.program) return std::nullopt;
  if (!isForHelper(files, settings)) {
    if (!hasEditor(loaded)) return std::nullopt;
    return editableText(goal, prices, loaded);
  }
  if (withoutText(files) != nullptr) return std::nullopt;
  return editableC(files, std::make_shared<Rereading>(files, settings), goal, prices, loaded);
}

}  // namespace robur
