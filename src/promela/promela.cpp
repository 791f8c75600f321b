#include "promela/promela.h"

#include <algorithm>

#include <fmt/format.h>

#include "promela/layout.h"
#include "promela/monitor.h"
#include "promela/names.h"
#include "promela/property.h"
#include "promela/thread.h"

#include "program/transform/locked_stores.h"

namespace robur::promela {

namespace {

constexpr unsigned kMaxProcesses = 255;

std::string head(const Program& program, ModelName model) {
  const std::string path = program.sources.empty() || program.sources[0].path.empty()
                               ? "a program"
                               : program.sources[0].path;
  std::string shown;
  for (const char c : path) shown += c == '*' || c == '\n' || c == '\\' ? '_' : c;
  return fmt::format(
      "/* {} with its monitor for {}, as Promela.\n\n"
      "   spin -a FILE && gcc -O2 -DSAFETY -DVECTORSZ=16384 -o pan pan.c && ./pan -m1000000\n\n"
      "   \"assertion violated P\" names the violated property P, \"errors: 0\" says that none "
      "is.\n"
      "   within_32_bits says that Spin cannot follow the program's arithmetic. */\n\n",
      shown, titleOf(model));
}

// The names for assertions, always false. Hidden variables are not part of the state.
std::string properties() {
  return fmt::format("hidden byte {};\n", fmt::join(kPropertyNames, ", "));
}

std::string scratch(const Layout& layout) {
  const unsigned slotBits = layout.valueClasses.total() + layout.plainCells * layout.threads;
  const unsigned words = std::max({wordsFor(slotBits), wordsFor(layout.rows), 2U});
  std::string text = "hidden int old_, cell_, bit_, word_, row_";
  for (unsigned w = 0; w < words; ++w) text += fmt::format(", {}", keep(w));
  for (unsigned i = 0; i < words + 2; ++i) text += fmt::format(", {}", argument(i));
  return text + ";\n";
}

std::string slotTable(const Layout& layout) {
  std::string text;
  for (std::size_t l = 0; l < layout.program.locations.size(); ++l) {
    const auto id = static_cast<LocationId>(l);
    if (layout.valueClasses.count(id) == 0) continue;
    const Location& location = layout.program[id];
    text += fmt::format("   {}{}: slot {}\n", location.name,
                        location.size() > 1 ? "[0], then the other elements" : "",
                        layout.valueClasses.describe(id));
  }
  if (text.empty()) return "";
  return fmt::format("/* Values that the monitor distinguishes:\n{}*/\n", text);
}

std::string intentions(const Layout& layout, const ExportOptions& options) {
  if (!layout.watchesIntentions()) return "";
  const char* type = layout.plainCells > 120 ? "short" : "byte";
  const std::vector<unsigned> initial = initialIntentions(layout, options);
  return fmt::format(
      "/* which plain access each thread is about to make */\n{} {}[{}] = {{ {} }};\n", type,
      kIntentions, layout.threads, fmt::join(initial, ", "));
}

}  // namespace

std::string exportPromela(const Program& given, ModelName model, const ExportOptions& options) {
  Program program = given;
  lockScStores(program, model);
  if (program.threads.empty()) throw ExportError("the program has no threads");
  if (program.threads.size() > kMaxProcesses) {
    throw ExportError(fmt::format("Spin runs at most {} processes", kMaxProcesses));
  }
  if (hasPlainAccessToAtomic(program)) {
    throw ExportError("plain accesses to locations that are atomic elsewhere cannot be exported");
  }
  for (const Code& code : program.codes) {
    const auto refused = std::ranges::find(code.instrs, true, &Instr::unsupported);
    if (refused != code.instrs.end()) throw ExportError(refused->complaint);
  }
  const Layout layout(program, model, options);
  const std::unique_ptr<Monitor> monitor = monitorFor(layout);
  // Threads come first because they determine which inlines are needed.
  std::string threads;
  Names names("t_");
  for (const ThreadGroup& group : threadGroups(program)) {
    const std::string name = names.fresh(program[program.threads[group.first].code].name);
    threads += '\n';
    threads += writeProctype(layout, monitor.get(), options, group, name);
  }
  std::string text = head(program, model) + properties() + scratch(layout) + "\n";
  text += layout.declareMemory() + "\n";
  if (monitor) text += slotTable(layout) + intentions(layout, options) + monitor->declare();
  return text + threads;
}

}  // namespace robur::promela
