#include "promela/layout.h"

#include <fmt/format.h>

#include "promela/names.h"

namespace robur::promela {

namespace {

std::vector<bool> trackedLocations(const Program& program, ModelName model) {
  std::vector<bool> tracked;
  for (const Location& location : program.locations) {
    const ModelInfo& info = infoOf(model);
    tracked.push_back(info.monitorsPlainCells() || (!info.isReference() && location.atomic));
  }
  return tracked;
}

}  // namespace

const char* typeFor(const Interval& range, bool inArray, const std::string& what) {
  if (!range.within(kPromelaInt)) {
    throw ExportError(
        fmt::format("{} can leave the 32 bits of Promela's int; give it a smaller type", what));
  }
  if (!inArray && range.within({0, 1})) return "bit";
  if (range.within({0, 255})) return "byte";
  if (range.within({-32768, 32767})) return "short";
  return "int";
}

Layout::Layout(const Program& source, ModelName modelName, const ExportOptions& options)
    : program(source),
      model(modelName),
      ranges(source),
      valueClasses(source, ranges, trackedLocations(source, modelName), options.values),
      threads(static_cast<unsigned>(source.threads.size())),
      tracked_(trackedLocations(source, modelName)) {
  Names names("v_");
  for (std::size_t l = 0; l < program.locations.size(); ++l) {
    const Location& location = program.locations[l];
    names_.push_back(names.fresh(location.name));
    firstRow_.push_back(rows);
    firstPlain_.push_back(plainCells);
    if (tracked_[l]) rows += location.size();
    if (!location.atomic) plainCells += location.size();
  }
  for (const Code& code : program.codes) {
    for (const Instr& instr : code.instrs) survey(instr);
  }
  if (options.allRows) {
    hasUpdates = hasWeakReads = hasWeakWrites = hasAcquireFences = true;
  }
}

void Layout::survey(const Instr& instr) {
  if (instr.op == Instr::Op::Fence) {
    hasScFence |= instr.order == Order::Sc;
    hasAcquireFences |= acquires(instr.order);
  }
  if (!accessesMemory(instr.op)) return;
  pointers_ |= instr.address.pointer;
  if (instr.order == Order::NonAtomic) return;
  hasUpdates |= mayRead(instr.op) && mayWrite(instr.op);
  hasWeakReads |= mayRead(instr.op) && !acquires(instr.order);
  hasWeakReads |= instr.op == Instr::Op::Cas && !acquires(instr.failOrder);
  hasWeakWrites |= mayWrite(instr.op) && !releases(instr.order);
}

std::string Layout::declareMemory() const {
  std::string text;
  if (pointers_) {
    Interval all = ranges.location(LocationId{0});
    std::vector<std::string> init;
    for (std::size_t l = 0; l < program.locations.size(); ++l) {
      all = hull(all, ranges.location(static_cast<LocationId>(l)));
      for (const std::int64_t v : program.locations[l].init) init.push_back(number(v));
      text += fmt::format("/* {} is at {} */\n", names_[l],
                          raw(program.firstCell(static_cast<LocationId>(l))));
    }
    return text + fmt::format("{} mem[{}] = {{ {} }};\n", typeFor(all, true, "memory"), init.size(),
                              fmt::join(init, ", "));
  }
  for (std::size_t l = 0; l < program.locations.size(); ++l) {
    const Location& location = program.locations[l];
    const bool array = location.size() > 1;
    const char* type = typeFor(ranges.location(static_cast<LocationId>(l)), array, location.name);
    if (!array) {
      text += fmt::format("{} {} = {};\n", type, names_[l], number(location.init[0]));
      continue;
    }
    std::vector<std::string> init;
    for (const std::int64_t v : location.init) init.push_back(number(v));
    text +=
        fmt::format("{} {}[{}] = {{ {} }};\n", type, names_[l], init.size(), fmt::join(init, ", "));
  }
  return text;
}

std::string Layout::variable(LocationId id, const std::string& element) const {
  if (pointers_) return fmt::format("mem[{}]", scalar(raw(program.firstCell(id)), element));
  if (program[id].size() == 1) return names_[raw(id)];
  return fmt::format("{}[{}]", names_[raw(id)], element);
}

// The text of first + element * factor, folded if the element is a number.
std::string Layout::scalar(unsigned first, const std::string& element, unsigned factor) const {
  if (element.find_first_not_of("0123456789") == std::string::npos) {
    return std::to_string(first + std::stoul(element) * factor);
  }
  const std::string scaled = factor == 1 ? element : fmt::format("({} * {})", element, factor);
  return first == 0 ? scaled : fmt::format("({} + {})", first, scaled);
}

Cell Layout::resolve(const ExprText& exprs, const Address& address, Order order) const {
  const Text index = address.index ? exprs.write(address.index) : literal(0);
  const std::uint32_t base = address.pointer ? 0 : raw(program.firstCell(address.base));
  const std::uint32_t extent = address.pointer ? program.cellCount() : program[address.base].size();
  const Interval allowed{0, std::int64_t{extent} - 1};
  Cell cell;
  cell.faults = index.faults;
  if (const std::string out = outside(index, allowed); out != "0") {
    cell.faults.push_back({out, Property::InBounds});
  }
  const Interval reachable = meet(index.range, allowed).value_or(Interval{0, 0});
  const bool fixed = reachable.single();
  const std::string element = fixed ? std::to_string(reachable.lo) : index.text;
  cell.number = scalar(base, element);
  if (fixed) cell.fixed = base + static_cast<std::uint32_t>(reachable.lo);

  // Plain accesses need plain memory, atomic ones atomic memory.
  std::vector<std::string> mixed;
  bool first = true;
  for (std::size_t l = 0; l < program.locations.size(); ++l) {
    const auto id = static_cast<LocationId>(l);
    const std::int64_t from = raw(program.firstCell(id));
    const std::int64_t to = from + program[id].size() - 1;
    const Interval cells{base + reachable.lo, base + reachable.hi};
    if (!meet(cells, {from, to})) continue;
    if (program[id].atomic == (order == Order::NonAtomic)) {
      mixed.push_back(cells.within({from, to})
                          ? "1"
                          : fmt::format("({0} >= {1} && {0} <= {2})", cell.number, from, to));
      continue;
    }
    cell.candidates.push_back(id);
    cell.range = first ? ranges.location(id) : hull(cell.range, ranges.location(id));
    first = false;
  }
  if (!mixed.empty()) {
    // Without a candidate the access always faults, and any cell will do for its text.
    if (cell.candidates.empty()) {
      cell.candidates.push_back(
          program.locationOf(static_cast<CellId>(base + static_cast<std::uint32_t>(reachable.lo))));
      mixed.assign(1, "1");
    }
    cell.faults.push_back({anyOf(mixed), Property::NoMixedAccess});
  }
  if (pointers_) {
    cell.value = fmt::format("mem[{}]", cell.number);
  } else {
    cell.value = variable(address.base, element);
  }
  return cell;
}

std::string Layout::choose(const Cell& cell, const PerLocation& text) const {
  std::string result;
  for (std::size_t i = cell.candidates.size(); i-- > 0;) {
    const LocationId id = cell.candidates[i];
    const std::uint32_t first = raw(program.firstCell(id));
    std::string element = "0";
    if (cell.fixed) {
      element = std::to_string(*cell.fixed - first);
    } else if (program[id].size() > 1) {
      element = first == 0 ? cell.number : fmt::format("({} - {})", cell.number, first);
    }
    const std::string here = text(id, element);
    const std::uint32_t end = first + program[id].size();
    if (result.empty() || result == here) {
      result = here;
    } else {
      result = fmt::format("({} < {} -> {} : {})", cell.number, end, here, result);
    }
  }
  return result;
}

std::string Layout::rowOf(const Cell& cell) const {
  return choose(cell, [&](LocationId id, const std::string& element) {
    return scalar(firstRow_[raw(id)], element);
  });
}

std::string Layout::plainOf(const Cell& cell) const {
  return choose(cell, [&](LocationId id, const std::string& element) {
    return scalar(firstPlain_[raw(id)], element);
  });
}

std::optional<unsigned> Layout::plainIndex(CellId cell) const {
  const LocationId id = program.locationOf(cell);
  if (program[id].atomic) return std::nullopt;
  return firstPlain_[raw(id)] + raw(cell) - raw(program.firstCell(id));
}

std::string Layout::slotOf(const Cell& cell, const std::string& value) const {
  return choose(cell, [&](LocationId id, const std::string& element) {
    const std::string base = scalar(valueClasses.first(id), element, valueClasses.count(id));
    const std::string within = valueClasses.classOf(id, value);
    if (within == "0") return base;
    return base == "0" ? within : fmt::format("({} + {})", base, within);
  });
}

std::string Layout::slotAt(const Cell& cell, unsigned valueClass) const {
  return choose(cell, [&](LocationId id, const std::string& element) {
    return scalar(valueClasses.first(id) + valueClass, element, valueClasses.count(id));
  });
}

std::vector<std::string> Layout::slotMask(const Cell& cell) const {
  std::vector<std::string> words;
  for (unsigned w = 0; w < wordsFor(valueClasses.total()); ++w) {
    words.push_back(choose(cell, [&](LocationId id, const std::string& element) {
      const unsigned count = valueClasses.count(id);
      const auto mask = [&](unsigned e) {
        return std::to_string(
            maskOf(valueClasses.total(), valueClasses.first(id) + e * count, count)[w]);
      };
      if (cell.fixed) return mask(static_cast<unsigned>(std::stoul(element)));
      const unsigned size = program[id].size();
      if (size > 1 && wordsFor(valueClasses.total()) == 1) {
        return fmt::format("({} << {})", mask(0), scalar(0, element, count));
      }
      std::string text = mask(size - 1);
      for (unsigned e = size - 1; e-- > 0;) {
        const std::string here = mask(e);
        if (here != text) text = fmt::format("({} == {} -> {} : {})", element, e, here, text);
      }
      return text;
    }));
  }
  return words;
}

std::string Layout::possible(const Cell& cell, const Text& value) const {
  return negated(choose(cell, [&](LocationId id, const std::string&) {
    return outside(value, ranges.location(id));
  }));
}

Text Layout::convert(const Cell& cell, const Text& value, bool wraps) const {
  const auto converted = [&](LocationId id) {
    IntType type = program[id].type;
    if (wraps) type.overflow = IntType::Overflow::Wrap;
    return convertedText(value, type);
  };
  Text result = converted(cell.candidates.front());
  if (cell.candidates.size() == 1) return result;
  const std::size_t before = value.faults.size();
  result.faults = value.faults;
  result.text = choose(cell, [&](LocationId id, const std::string&) { return converted(id).text; });
  std::string overflow = choose(cell, [&](LocationId id, const std::string&) {
    const Text t = converted(id);
    return t.faults.size() > before ? t.faults.back().condition : std::string("0");
  });
  if (overflow != "0") result.faults.push_back({std::move(overflow), Property::NoOverflow});
  for (const LocationId id : cell.candidates) {
    result.range = hull(result.range, converted(id).range);
  }
  return result;
}

}  // namespace robur::promela
