// The passes of this frontend: text, tree, IR, and the validation of the IR.
#include "frontend/rob/parse_rob.h"
#include "frontend/rob/ast.h"
#include "frontend/rob/line_table.h"
#include "frontend/rob/lower.h"
#include "frontend/rob/parser.h"
#include "program/validate.h"

namespace robur {

Parsed parseRob(Source source) {
  Parsed parsed;
  if (auto refusal = frontend_rob::tooLarge(source)) {
    parsed.diagnostics.push_back(std::move(*refusal));
    return parsed;
  }
  const frontend_rob::LineTable lines(source.text);
  frontend_rob::Errors errors;
  frontend_rob::Arena arena;
  frontend_rob::Parser parser(source.text, arena, errors);
  const frontend_rob::FileNode file = parser.file();
  Program program;
  if (!parser.gaveUp()) {
    program = frontend_rob::lower(
        file, {frontend_rob::Purpose::Check, lines, errors, parser.skippedNames()});
  }
  if (errors.any()) {
    parsed.diagnostics = errors.take(lines);
    return parsed;
  }
  parsed.diagnostics = validate(program);
  if (hasErrors(parsed.diagnostics)) return parsed;
  program.sources.push_back(std::move(source));
  parsed.program = std::move(program);
  for (const frontend_rob::Range& gap : file.gaps) parsed.gaps.push_back(lines.span(gap));
  return parsed;
}

}  // namespace robur
