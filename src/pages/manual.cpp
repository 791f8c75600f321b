#include "pages/manual.h"

#include <fmt/format.h>

#include "cli/version.h"

namespace robur::pages {

namespace {

// Text in which nothing is taken for a request or an escape. Hyphens of options must stay what they
// are, so that readers can copy them.
std::string escaped(std::string_view text) {
  std::string out;
  bool startsLine = true;
  for (const char c : text) {
    if (startsLine && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    startsLine = c == '\n';
  }
  return out;
}

// Lines that are shown as they are, without the two columns by which help texts indent them.
std::string verbatim(std::string_view lines) {
  std::string out = ".nf\n";
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    std::string_view line = lines.substr(0, end);
    if (line.starts_with("  ")) line.remove_prefix(2);
    out += escaped(line) + "\n";
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
  }
  return out + ".fi\n";
}

std::string head(std::string_view name, std::string_view summary) {
  return fmt::format(".TH {} 1 \"\" \"robur {}\" \"Robur\"\n.SH NAME\n{} \\- {}\n", name, version(),
                     escaped(name), escaped(summary));
}

std::string seeAlso(const CommandInfo* except) {
  std::string out = ".SH SEE ALSO\n";
  if (except != nullptr) out += ".BR robur (1),\n";
  for (const CommandInfo& info : commandTable()) {
    if (&info != except) out += fmt::format(".BR robur\\-{} (1),\n", info.name);
  }
  return out.substr(0, out.size() - 2) + "\n";
}

}  // namespace

std::string manualPage() {
  std::string out = head("robur", "robustness of concurrent programs against weak memory");
  out += ".SH SYNOPSIS\n.B robur\n.I COMMAND\n[options]\n.IR FILE ...\n";
  out += fmt::format(".SH DESCRIPTION\n{}.SH COMMANDS\n", escaped(introduction()));
  for (const CommandInfo& info : commandTable()) {
    out += fmt::format(".TP\n.BR robur\\-{} (1)\n{}\n", info.name, escaped(info.summary));
  }
  out += fmt::format(".SH EXIT STATUS\n{}", verbatim(exitStatus()));
  return out + seeAlso(nullptr);
}

std::string manualPage(const CommandInfo& info) {
  std::string out = head(fmt::format("robur-{}", info.name), info.summary);
  out += fmt::format(".SH SYNOPSIS\n.B robur {}\n{}\n", info.name, escaped(info.usage));
  out += fmt::format(".SH DESCRIPTION\n{}", escaped(info.details));
  out += ".SH OPTIONS\n";
  for (const HelpSection& section : helpSections(info.command)) {
    out += fmt::format(".SS \"{}\"\n", escaped(section.title));
    for (const HelpEntry& one : section.entries) {
      out += fmt::format(".TP\n.B {}\n{}\n", escaped(one.heading), escaped(one.explanation));
    }
  }
  out += fmt::format(".SH EXAMPLES\n{}", verbatim(info.examples));
  out += fmt::format(".SH EXIT STATUS\n{}", verbatim(exitStatus()));
  return out + seeAlso(&info);
}

}  // namespace robur::pages
