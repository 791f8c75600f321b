// Which language a file is in, and who reads it.
#include "frontend/frontend.h"

#include <utility>

namespace robur {

std::optional<Language> languageNamed(std::string_view name) {
  if (name == "rob") return Language::Rob;
  if (name == "tpl") return Language::Tpl;
  if (name == "trencher") return Language::Trencher;
  return std::nullopt;
}

std::optional<Language> languageOfPath(std::string_view path) {
  const std::string_view file = path.substr(path.find_last_of('/') + 1);
  const std::size_t dot = file.find_last_of('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view extension = file.substr(dot + 1);
  if (extension == "txt") return Language::Trencher;
  return languageNamed(extension);
}

Parsed parse(Language language, Source source) {
  switch (language) {
    case Language::Rob:
      return parseRob(std::move(source));
    case Language::Tpl:
      return parseTpl(std::move(source));
    case Language::Trencher:
      return parseTrencher(std::move(source));
  }
  return {};
}

}  // namespace robur
