#include "repair/c/c_file.h"

#include <algorithm>

#include "repair/text_edit.h"

namespace robur::repair_c {

CFile::CFile(const Source& source, bool cplusplus)
    : source(&source),
      cplusplus(cplusplus),
      tokens(tokensOf(source.text)),
      statements(statementsOf(tokens)),
      spellings(spellingsFor(tokens, cplusplus)) {}

std::set<Gap> CFile::gapsAround(std::size_t offset) const {
  std::set<Gap> out;
  const Statement* statement = statementAround(statements, offset);
  while (statement != nullptr && statement->bare) {
    out.insert({statement->begin, statement->begin});
    if (!statement->leaves) out.insert({statement->end, statement->begin});
    statement = statementAround(statements, statement->owner);
  }
  if (statement == nullptr || (statement->closes && statement->leaves)) return out;
  out.insert({statement->begin, std::nullopt});
  if (!statement->leaves && statement->next != 0) out.insert({statement->next, std::nullopt});
  return out;
}

bool CFile::isStatement(std::size_t begin, const OrderCall& call) const {
  const Statement* const statement = statementAround(statements, begin);
  if (statement == nullptr || statement->bare || statement->begin != begin) return false;
  // Only the semicolon may follow the closing parenthesis of the call.
  for (const Token& token : tokens) {
    if (token.begin <= call.close) continue;
    return token.is(";") && token.end() == statement->end;
  }
  return false;
}

std::size_t offsetIn(const Source& source, const Span& span) {
  return offsetOf(source.text, span.line, span.column);
}

Span spanAt(const Source& source, std::size_t offset) {
  const std::string_view head = std::string_view(source.text).substr(0, offset);
  const std::size_t newline = head.rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  Span span;
  span.line = static_cast<std::uint32_t>(std::count(head.begin(), head.end(), '\n')) + 1;
  span.column = static_cast<std::uint32_t>(offset - begin) + 1;
  span.endLine = span.line;
  span.endColumn = span.column + 1;
  return span;
}

}  // namespace robur::repair_c
