#include "support/expectation.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace robur {

namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// What stands after the mark of a header line, if it is one.
std::optional<std::string_view> headerText(std::string_view line) {
  for (const std::string_view mark : {"//!", "#!"}) {
    if (line.starts_with(mark)) return trimmed(line.substr(mark.size()));
  }
  return std::nullopt;
}

std::optional<Verdict> verdictNamed(std::string_view name) {
  for (const Verdict v : {Verdict::Robust, Verdict::NotRobust, Verdict::Unknown}) {
    if (name == headerWord(v)) return v;
  }
  return std::nullopt;
}

std::optional<Safety> safetyNamed(std::string_view name) {
  for (const Safety s : {Safety::Safe, Safety::Unsafe, Safety::Unknown}) {
    if (name == spelling(s)) return s;
  }
  return std::nullopt;
}

std::optional<ExpectedConsequence> consequenceNamed(std::string_view name) {
  using Answer = Consequence::Answer;
  using Bad = Consequence::Bad;
  for (const Answer a : {Answer::Different, Answer::Harmless, Answer::Unknown}) {
    if (name == spelling(a)) return ExpectedConsequence{a};
  }
  for (const Bad b : {Bad::Assertion, Bad::Fault, Bad::Race, Bad::Hang}) {
    if (name == fmt::format("{} {}", spelling(Answer::Harmful), spelling(b))) {
      return ExpectedConsequence{Answer::Harmful, b};
    }
  }
  return std::nullopt;
}

std::optional<Property> faultNamed(std::string_view name) {
  if (name == "overflow") return Property::Overflow;
  if (name == "bounds") return Property::Bounds;
  if (name == "division-by-zero") return Property::DivisionByZero;
  if (name == "mixed-access") return Property::MixedAccess;
  return std::nullopt;
}

class Reader {
 public:
  Header read(std::string_view text) {
    bool inHeader = true;
    while (!text.empty()) {
      const auto end = std::min(text.find('\n'), text.size());
      const auto header = headerText(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      ++line_;
      if (!header) {
        inHeader = false;
      } else if (!inHeader) {
        error("a header line after the header has ended");
      } else {
        readLine(*header);
      }
    }
    line_ = 0;
    if (out_.verdicts.empty()) error("no verdict for any model");
    if (out_.source.empty()) error("no source");
    if (!out_.reach.empty() && out_.safety.empty()) error("a state to reach, but no verify line");
    for (const ModelName model : out_.races) {
      if (!isNotRobust(model)) {
        error(fmt::format("a race under {} needs the verdict not-robust", spelling(model)));
      }
    }
    for (const auto& [model, consequence] : out_.consequences) {
      if (!isNotRobust(model)) {
        error(fmt::format("a consequence under {} needs the verdict not-robust", spelling(model)));
      } else if (out_.races.contains(model)) {
        error(fmt::format("a race under {} is a consequence already", spelling(model)));
      }
    }
    if (out_.hangs && out_.safety.empty()) error("hangs, but no verify line");
    return {std::move(out_), std::move(errors_)};
  }

 private:
  void error(const std::string& what) {
    errors_.push_back(line_ == 0 ? what : fmt::format("line {}: {}", line_, what));
  }

  bool isNotRobust(ModelName model) const {
    const auto verdict = out_.verdicts.find(model);
    return verdict != out_.verdicts.end() && verdict->second == Verdict::NotRobust;
  }

  void flag(bool& value, std::string_view name) {
    if (value) error(fmt::format("{} is said twice", name));
    value = true;
  }

  void readLine(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) {
      if (text == "exact-loops") return flag(out_.exactLoops, text);
      if (text == "hangs") return flag(out_.hangs, text);
      if (text == "slow") return flag(out_.slow, text);
      if (text == "open") return flag(out_.open, text);
      return error(fmt::format("unknown key `{}`", text));
    }
    const std::string_view key = trimmed(text.substr(0, colon));
    const std::string_view value = trimmed(text.substr(colon + 1));
    if (key == "source") {
      if (!out_.source.empty()) error("source is said twice");
      out_.source = value;
    } else if (key == "assert") {
      if (only(value, "fails", key)) flag(out_.assertionFails, key);
    } else if (key == "blocked") {
      if (only(value, "yes", key)) flag(out_.blocks, key);
    } else if (key == "fault") {
      const std::optional<Property> fault = faultNamed(value);
      if (!fault) return error(fmt::format("`{}` is no fault", value));
      if (!out_.faults.insert(*fault).second) error(fmt::format("{} is said twice", value));
    } else if (key == "reach") {
      if (!out_.reach.empty()) error("reach is said twice");
      out_.reach = value;
    } else if (key.starts_with("verify ")) {
      const std::optional<Safety> safety = safetyNamed(value);
      if (!safety) return error(fmt::format("`{}` is neither safe, unsafe nor unknown", value));
      forEachModel(key.substr(7), [&](ModelName model) {
        if (!out_.safety.emplace(model, *safety).second) repeated(model);
      });
    } else if (key.starts_with("consequence ")) {
      const std::optional<ExpectedConsequence> consequence = consequenceNamed(value);
      if (!consequence) return error(fmt::format("`{}` is no consequence", value));
      forEachModel(key.substr(12), [&](ModelName model) {
        if (!out_.consequences.emplace(model, *consequence).second) repeated(model);
      });
    } else if (key.starts_with("observational ")) {
      readVerdict(key.substr(14), value, out_.observational);
    } else if (key.starts_with("race ")) {
      if (!only(value, "yes", "race")) return;
      forEachModel(key.substr(5), [this](ModelName model) {
        if (!out_.races.insert(model).second) repeated(model);
      });
    } else {
      readVerdict(key, value, out_.verdicts);
    }
  }

  bool only(std::string_view value, std::string_view wanted, std::string_view key) {
    if (value == wanted) return true;
    error(fmt::format("{} is followed by `{}`, not by `{}`", key, wanted, value));
    return false;
  }

  void repeated(ModelName model) { error(fmt::format("{} is named twice", spelling(model))); }

  void readVerdict(std::string_view models, std::string_view value,
                   std::map<ModelName, Verdict>& verdicts) {
    const std::optional<Verdict> verdict = verdictNamed(value);
    forEachModel(models, [&](ModelName model) {
      if (model == ModelName::Sc) return error("every program is robust against SC");
      if (!verdict) return error(fmt::format("`{}` is no verdict", value));
      if (!verdicts.emplace(model, *verdict).second) repeated(model);
    });
  }

  template <class Visit>
  void forEachModel(std::string_view list, const Visit& visit) {
    while (true) {
      const auto comma = std::min(list.find(','), list.size());
      const std::string_view name = trimmed(list.substr(0, comma));
      if (const auto model = modelNamed(name)) {
        visit(*model);
      } else {
        error(fmt::format("unknown key or model `{}`", name));
      }
      if (comma == list.size()) return;
      list.remove_prefix(comma + 1);
    }
  }

  Expectation out_;
  std::vector<std::string> errors_;
  std::size_t line_ = 0;
};

}  // namespace

Header readHeader(std::string_view text) {
  return Reader().read(text);
}

const char* headerWord(Verdict verdict) {
  switch (verdict) {
    case Verdict::Robust:
      return "robust";
    case Verdict::NotRobust:
      return "not-robust";
    case Verdict::Unknown:
      return "unknown";
  }
  return "?";
}

}  // namespace robur
