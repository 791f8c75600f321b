// Everything that Robur knows about each input language, in one table.
//
// A new language is a folder with its parser and a row here. Whatever another part of Robur does
// differently for different languages is a column: nothing outside this table compares names or
// extensions of languages.
//
// Only litmus tests have conditions on final states, which their parser returns beside the program
// (Parsed::condition). In the other languages assertions are statements, and the states that
// `robur verify --reach` asks for are given on the command line.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "frontend/common/parsed.h"
#include "program/model_info.h"

namespace robur {

enum class Language : std::uint8_t { Rob, Tpl, Trencher, Litmus, C, Cpp, Llvm };

// How `robur repair` and `robur relax` find accesses and fences in the text and change them.
enum class TextEditor : std::uint8_t {
  None,         // there is no text to change
  Calls,        // statements; an access is a call whose last arguments are its orders
  Transitions,  // transitions of automata
  C,            // C and C++ (src/repair/c)
};

// What TextEditor::Calls has to know about a language.
struct CallSyntax {
  const char* scFence = "sc";  // the argument of fence() that makes an SC fence
  bool scAccesses = true;      // accesses can be sc
  bool orderPairs = false;     // an update names the order of its read and that of its write
  bool failureOrders = true;   // cas() takes a second order, for its failure
  bool accessesByName = true;  // load() and store() become updates by another name of the call
};

struct LanguageInfo {
  Language language;
  const char* name;                            // as `--language` takes it
  const char* title;                           // in tables
  std::array<std::string_view, 7> extensions;  // without the dot; unused ones are empty

  // Languages of which Robur has a parser. The others are read by a helper program, a file next to
  // robur, which answers with a packed program; all files with the same helper form one program.
  Parsed (*parse)(Source);
  const char* helper;

  bool ModelInfo::*defaultModels;  // the models that are checked if none is named
  TextEditor editor;
  CallSyntax calls;
  const char* fuzzTarget;  // a program built from tests/fuzz; null: the helper's tests do that
  const char* page;        // where the language is described
  const char* origin;      // in Markdown: the tool it comes from; empty: Robur, or well known

  constexpr bool hasHelper() const { return helper != nullptr; }
  // ".c", ".cc, .cpp": all extensions, separated by commas.
  std::string extensionList(std::string_view quote = "") const;
};

std::span<const LanguageInfo> languageTable();
const LanguageInfo& infoOf(Language language);

std::optional<Language> languageNamed(std::string_view name);
std::optional<Language> languageOfPath(std::string_view path);

// Is the file read by a helper program?
bool hasHelper(std::string_view path);

// The names that `--language` takes: "rob, tpl or trencher".
std::string parsedLanguages(std::string_view conjunction);

// For a language that Robur has a parser of.
Parsed parse(Language language, Source source);

}  // namespace robur
