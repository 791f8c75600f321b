#include "promela/monitor.h"

#include <fmt/format.h>

namespace robur::promela {

namespace {

constexpr std::size_t kLongArgument = 60;

Mask allOnes(unsigned bits) {
  return maskOf(bits, 0, bits);
}

}  // namespace

std::string argument(unsigned index) {
  return fmt::format("arg{}_", index);
}

std::string keep(unsigned word) {
  return fmt::format("keep{}_", word);
}

unsigned intentionCode(unsigned plainCell, bool isWrite) {
  return plainCell * 2 + (isWrite ? 3 : 2);
}

std::string intention(const std::string& plainCell, bool isWrite) {
  if (plainCell.find_first_not_of("0123456789") == std::string::npos) {
    return std::to_string(intentionCode(static_cast<unsigned>(std::stoul(plainCell)), isWrite));
  }
  return fmt::format("({} * 2 + {})", plainCell, isWrite ? 3 : 2);
}

Monitor::Monitor(const Layout& layout)
    : layout_(layout),
      reachThread_("ST", layout.threads, layout.rows),
      reachAccess_(
          "SM",
          layout.rows +
              (layout.hasScFence && infoOf(layout.model).scFence == ScFence::Update ? 1 : 0),
          layout.rows),
      reachWrite_("SW", layout.rows, layout.rows) {}

Lines Monitor::scRead() const {
  Lines lines = assignRow(reachAccess_, "x", [&](unsigned w) {
    return reachAccess_.at("x", w) + " | " + reachThread_.at("_pid", w);
  });
  append(lines, assignRow(reachThread_, "_pid", [&](unsigned w) {
           return reachThread_.at("_pid", w) + " | " + reachWrite_.at("x", w);
         }));
  return lines;
}

Lines Monitor::scWrite() const {
  Lines lines;
  for (unsigned w = 0; w < reachThread_.words(); ++w) {
    lines.push_back(
        fmt::format("{} = {} | {}", keep(w), reachThread_.at("_pid", w), reachAccess_.at("x", w)));
  }
  append(lines, Rows::select(layout_.rows, "x"));
  append(lines, reachThread_.clearSelected());
  append(lines, reachAccess_.clearSelected());
  append(lines, reachWrite_.clearSelected());
  append(lines, assignRow(reachThread_, "_pid", keep));
  append(lines, assignRow(reachAccess_, "x", keep));
  append(lines, assignRow(reachWrite_, "x", keep));
  return lines;
}

// An update of the reserved location. Neither its value nor its reachability is ever tested, so it
// has a row but neither a column nor slots.
Lines Monitor::scFence() const {
  Lines lines = assignRow(reachThread_, "_pid", [&](unsigned w) {
    return reachThread_.at("_pid", w) + " | " + reachAccess_.at(fenceRow(), w);
  });
  append(lines, assignRow(reachAccess_, fenceRow(),
                          [&](unsigned w) { return reachThread_.at("_pid", w); }));
  return lines;
}

std::string Monitor::lessSlots(unsigned word) const {
  return word < wordsFor(layout_.valueClasses.total()) ? fmt::format(" & ~k{}", word) : "";
}

Lines Monitor::parameters(bool writes) const {
  Lines names = {"x"};
  if (writes) names.emplace_back("s");
  for (unsigned w = 0; w < wordsFor(layout_.valueClasses.total()); ++w) {
    names.push_back(fmt::format("k{}", w));
  }
  return names;
}

// Arguments of an inline are substituted textually: the body may use them after it has changed
// rows, but not after memory has changed.
Lines Monitor::arguments(const Cell& cell, bool writes) const {
  Lines texts = {cell.fixed ? layout_.rowOf(cell) : "cell_"};
  if (writes) texts.push_back(layout_.slotOf(cell, cell.value));
  append(texts, layout_.slotMask(cell));
  return texts;
}

std::string Monitor::call(const std::string& name, const Lines& params, const Lines& args,
                          const Lines& body) {
  if (body.empty()) return "";
  // Spin limits the length of an argument; a long one is computed beforehand.
  Lines statements;
  Lines shortened = args;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i].size() <= kLongArgument) continue;
    shortened[i] = argument(static_cast<unsigned>(i));
    statements.push_back(fmt::format("{} = {}", shortened[i], args[i]));
  }
  statements.push_back(fmt::format("{}({})", name, joined(shortened, ", ")));
  inlines_[name] = fmt::format("inline {}({}) {{\n  {}\n}}\n", name, joined(params, ", "),
                               joined(body, ";\n  "));
  return joined(statements, ";\n      ");
}

std::string Monitor::read(const Cell& cell, Order order) {
  Lines body = scRead();
  append(body, onRead(order));
  return call("on_read" + suffix(order), parameters(false), arguments(cell, false), body);
}

std::string Monitor::failedCas(const Cell& cell, Order order) {
  Lines body = scRead();
  append(body, onFailedCas(order));
  return call("on_failed_cas" + suffix(order), parameters(false), arguments(cell, false), body);
}

std::string Monitor::write(const Cell& cell, Order order) {
  Lines body = scWrite();
  append(body, onWrite(order));
  return call("on_write" + suffix(order), parameters(true), arguments(cell, true), body);
}

std::string Monitor::update(const Cell& cell, Order order) {
  Lines body = scWrite();
  append(body, onUpdate(order));
  return call("on_rmw" + suffix(order), parameters(true), arguments(cell, true), body);
}

std::string Monitor::fence(Order order) {
  static constexpr const char* kNames[] = {"", "", "acq", "rel", "acq_rel", "sc"};
  return call(fmt::format("on_fence_{}", kNames[static_cast<unsigned>(order)]), {}, {},
              onFence(order));
}

std::string Monitor::plainAccess(const Cell&, bool) {
  return "";
}

std::string Monitor::races(const Cell& cell, bool isWrite) const {
  if (!layout_.watchesIntentions()) return "0";
  const std::string plain = layout_.plainOf(cell);
  std::vector<std::string> others;
  for (unsigned t = 0; t < layout_.threads; ++t) {
    // Two reads do not conflict; a write conflicts with both.
    const std::string seen = isWrite ? fmt::format("({}[{}] | 1)", kIntentions, t)
                                     : fmt::format("{}[{}]", kIntentions, t);
    others.push_back(fmt::format("(_pid != {} && {} == {})", t, seen, intention(plain, true)));
  }
  return anyOf(others);
}

std::string Monitor::reached(const Cell& cell) const {
  const std::string row = layout_.rowOf(cell);
  if (reachThread_.words() == 1) {
    return fmt::format("(({} >> {}) & 1)", reachThread_.at("_pid", 0U), row);
  }
  const std::string word = fmt::format("({} / {})", row, kBitsPerWord);
  return fmt::format("(({} >> ({} % {})) & 1)", reachThread_.at("_pid", std::string_view(word)),
                     row, kBitsPerWord);
}

std::string Monitor::declare() const {
  std::string text =
      "/* y is in a row iff the last write to y reaches, in hbSC, some event of the "
      "thread (ST), some\n   access to x (SM), the last write to x (SW). */\n";
  const std::vector<Mask> everywhere(layout_.threads, allOnes(layout_.rows));
  std::vector<Mask> self;
  for (unsigned r = 0; r < layout_.rows; ++r) self.push_back(maskOf(layout_.rows, r, 1));
  text += reachThread_.declare(everywhere);
  if (reachWrite_.count() > 0) text += reachWrite_.declare(self);
  // The initial writes reach every thread before its first fence, so the row of the reserved
  // location may contain them from the start; this avoids states that differ only in this bit.
  if (self.size() < reachAccess_.count()) self.push_back(allOnes(layout_.rows));
  if (reachAccess_.count() > 0) text += reachAccess_.declare(self);
  text += declareRows();
  for (const auto& [name, definition] : inlines_) text += "\n" + definition;
  return text;
}

std::unique_ptr<Monitor> monitorFor(const Layout& layout) {
  switch (layout.model) {
    case ModelName::Sc:
      return nullptr;
    case ModelName::Tso:
      return tsoMonitor(layout);
    case ModelName::Pso:
      return psoMonitor(layout);
    case ModelName::Sra:
    case ModelName::Ra:
      return raMonitor(layout);
    case ModelName::Rc20:
      return rc20Monitor(layout);
    case ModelName::Rc11:
      throw ExportError(
          "RC11 cannot be exported; without sc accesses and fences it is the same as rc20");
  }
  throw ExportError("unknown memory model");
}

}  // namespace robur::promela
