#include "report/html/markup.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/model_info.h"
#include "report/dot_text.h"

namespace robur::report_html {

std::string escaped(std::string_view text) {
  return dotEscaped(text);
}

std::string prose(std::string_view text) {
  std::string out;
  bool code = false;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find('`', from), text.size());
    out += escaped(text.substr(from, end - from));
    const bool closes = code || text.find('`', end + 1) != std::string_view::npos;
    if (end < text.size()) out += !closes ? "`" : code ? "</code>" : "<code>";
    code = closes && !code;
    from = end + 1;
  }
  return out;
}

std::string island(const Json& json) {
  std::string out;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<' || c == '>' || c == '&') {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string titlesOf(const std::vector<ModelName>& models) {
  std::string out;
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (i > 0) out += i + 1 == models.size() ? " and " : ", ";
    out += titleOf(models[i]);
  }
  return out;
}

std::string placeText(const Program& program, const Span& span) {
  if (!span.known() || span.file >= program.sources.size()) return "no source line";
  if (program.sources.size() == 1) return fmt::format("line {}", span.line);
  const std::string_view path = program.sources[span.file].path;
  return fmt::format("{}:{}", path.substr(path.rfind('/') + 1), span.line);
}

std::string disc(unsigned number) {
  return number == 0 ? "" : fmt::format("<b class=\"disc\">{}</b>", number);
}

}  // namespace robur::report_html
