#include "generators/prove_text.h"

#include <fmt/format.h>

namespace robur::testing {

namespace {

// Writes of the same few values are frequent, since that is where proofs are subtle; so are
// locks and flags, since without them little can be proved that is not trivial.
class Writer {
 public:
  Writer(std::mt19937_64& random, const ProveTextOptions& options)
      : random_(random), options_(options) {}

  std::string run() {
    vars_ = 2 + below(2);
    values_ = 2 + below(2);
    std::string out;
    for (int v = 0; v < vars_; ++v) {
      out += fmt::format("atomic 0..{} {};\n", values_ - 1, var(v));
    }
    array_ = below(3) == 0;
    if (array_) out += fmt::format("atomic 0..{} a[{}];\n", values_ - 1, values_);
    const int threads = 2 + below(2);
    for (int t = 0; t < threads; ++t) {
      const bool twice = options_.copies && threads == 2 && below(4) == 0;
      out +=
          fmt::format("thread t{}{} {{\n  local 0..{} r, s;\n", t, twice ? "[2]" : "", values_ - 1);
      const bool loops = options_.loops && below(4) == 0;
      if (loops) out += "  loop {\n";
      const int length = 2 + below(threads == 2 ? 4 : 2);
      for (int i = 0; i < length; ++i) out += statement(loops ? "    " : "  ", 0);
      if (loops) out += "  }\n";
      out += "}\n";
    }
    return out;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  std::string var(int v) const { return std::string(1, static_cast<char>('x' + v)); }
  // Elements are named by registers that change, which is what buffers must not be confused by.
  std::string var() {
    if (!array_ || below(2) != 0) return var(below(vars_));
    return fmt::format("a[{}]", below(3) == 0   ? fmt::format("{}", value())
                                : below(4) == 0 ? "tid"
                                                : reg());
  }
  std::string reg() { return below(2) == 0 ? "r" : "s"; }
  int value() { return below(values_); }

  std::string statement(const std::string& indent, int depth) {
    const int kind = below(options_.havoc ? 24 : 20);
    if (kind < 7) return fmt::format("{}{}.store({});\n", indent, var(), value());
    if (kind < 8) return fmt::format("{}{}.store({});\n", indent, var(), reg());
    if (kind < 13) return fmt::format("{}{} = {}.load();\n", indent, reg(), var());
    if (kind < 14) return indent + "fence(sc);\n";
    if (kind < 15) return fmt::format("{}{} = {}.exchange({});\n", indent, reg(), var(), value());
    if (kind < 16) {
      return fmt::format("{}{} = {}.cas({}, {});\n", indent, reg(), var(), value(), value());
    }
    if (kind < 17) {
      const char* const relation = below(2) == 0 ? "==" : "!=";
      return fmt::format("{}wait({} {} {});\n", indent, var(), relation, value());
    }
    if (kind < 18) return fmt::format("{}assume({} == {});\n", indent, reg(), value());
    if (kind < 20) {
      if (depth > 0) return fmt::format("{}{} = {}.load();\n", indent, reg(), var());
      return fmt::format("{0}if ({1} == {2}) {{\n{3}{0}}} else {{\n{4}{0}}}\n", indent, reg(),
                         value(), statement(indent + "  ", 1), statement(indent + "  ", 1));
    }
    const std::string r = reg();
    const std::string x = var(below(vars_));
    switch (below(5)) {
      case 0:
        return fmt::format("{}havoc {} where {} <= {};\n", indent, r, r, x);
      case 1:
        return fmt::format("{0}havoc {1} where {1} == {2} || {1} >= {2} && {1} < {3};\n", indent, r,
                           x, values_);
      case 2:
        return fmt::format("{}havoc {} where {} == {} || {} == {};\n", indent, r, r, x, r, value());
      case 3:
        return fmt::format("{0}havoc {1} where {1} == {2} || {1} >= 0 && {1} < {3};\n", indent, r,
                           x, values_);
      default:
        return fmt::format(
            "{0}havoc {1}, {2} where {1} == 1 && {2} == old({2}) || {1} == old({2}) && {2} == 1 "
            "for {2}.exchange(1);\n",
            indent, r, x);
    }
  }

  std::mt19937_64& random_;
  ProveTextOptions options_;
  int vars_ = 0;
  int values_ = 0;
  bool array_ = false;
};

}  // namespace

std::string randomProveText(std::mt19937_64& random, const ProveTextOptions& options) {
  return Writer(random, options).run();
}

}  // namespace robur::testing
