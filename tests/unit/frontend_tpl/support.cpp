#include "unit/frontend_tpl/support.h"

#include <gtest/gtest.h>

#include "support/listing.h"

namespace robur::testing {

namespace {

std::string inThread(std::string_view statements) {
  return "global x, y;\nna d;\nfn t {\nlocal r, s;\n" + std::string(statements) + "\n}\n";
}

}  // namespace

Program parsedTpl(std::string_view text) {
  const Source source{"a.tpl", std::string(text)};
  Parsed parsed = parseTpl(source);
  EXPECT_TRUE(parsed.program) << rendered(source, parsed.diagnostics);
  return parsed.program ? std::move(*parsed.program) : Program();
}

std::string loweredTpl(std::string_view text) {
  return listing(parsedTpl(text));
}

std::string bodyTpl(std::string_view statements) {
  const std::string text = loweredTpl(inThread(statements));
  const std::size_t thread = text.find("thread t r s");
  return thread == std::string::npos ? text : text.substr(text.find('\n', thread) + 1);
}

std::string errorsTpl(std::string_view text) {
  const Source source{"a.tpl", std::string(text)};
  const Parsed parsed = parseTpl(source);
  EXPECT_FALSE(parsed.program);
  return rendered(source, parsed.diagnostics);
}

std::string errorIn(std::string_view statement) {
  const Parsed parsed = parseTpl({"a.tpl", inThread(statement)});
  EXPECT_FALSE(parsed.program) << statement;
  std::string out;
  for (const Diagnostic& d : parsed.diagnostics) {
    out += std::to_string(d.span.line - 4) + ":" + std::to_string(d.span.column) + ": " +
           d.message + "\n";
    if (!d.help.empty()) out += "  " + d.help + "\n";
  }
  return out;
}

}  // namespace robur::testing
