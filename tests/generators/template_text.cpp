#include "generators/template_text.h"

#include <fmt/format.h>

#include "generators/rng.h"

namespace robur::testing {

namespace {

class TemplateWriter {
 public:
  TemplateWriter(std::uint64_t seed, TemplateMix mix)
      : rng(seed),
        mix(mix),
        cells(rng.oneIn(3) ? 3 : 2),
        most(rng.oneIn(2) ? 2 : 1),
        weak(rng.pick({0u, 0u, 40u, 80u})) {}

  TemplateText program() {
    TemplateText out;
    out.declarations = fmt::format("atomic wrap 0..{} x, y{};\n", most, cells == 3 ? ", z" : "");
    if (mix == TemplateMix::Races) out.declarations += "plain wrap 0..1 d;\n";
    const std::size_t templates = rng.oneIn(4) ? 2 : 1;
    const std::size_t fixed = rng.pick({0, 0, 1, 1, 2});
    const std::size_t longest = templates + fixed <= 2 ? 5 : 3;
    for (std::size_t i = 0; i < fixed; ++i) out.fixed.push_back(body(longest));
    for (std::size_t i = 0; i < templates; ++i) out.templates.push_back(body(longest));
    return out;
  }

 private:
  std::string cell() { return std::string(1, "xyz"[rng.below(cells)]); }
  std::string constant() { return std::to_string(rng.between(0, most)); }
  std::string value() { return rng.oneIn(3) ? "r" : constant(); }

  bool isSc() { return mix == TemplateMix::Sc && rng.chance(45); }
  std::string readOrder() {
    if (isSc()) return "sc";
    return rng.chance(weak) && rng.oneIn(2) ? "rlx" : "acq";
  }
  std::string writeOrder() {
    if (isSc()) return "sc";
    return rng.chance(weak) && rng.oneIn(2) ? "rlx" : "rel";
  }
  std::string updateOrder() {
    if (isSc()) return "sc";
    return rng.chance(weak) ? rng.pick({"rlx", "acq", "rel", "acq_rel"}) : "acq_rel";
  }

  std::string access() {
    const std::string x = cell();
    switch (rng.weighted({50, 50, 12, 10, 10, 7, 10, 10})) {
      case 0:
        return fmt::format("r = {}.load({});", x, readOrder());
      case 1:
        return fmt::format("{}.store({}, {});", x, value(), writeOrder());
      case 2:
        return fmt::format("r = {}.fetch_add(1, {});", x, updateOrder());
      case 3:
        return fmt::format("r = {}.exchange({}, {});", x, value(), updateOrder());
      case 4:
        return fmt::format("r = {}.cas({}, {}, {}, {});", x, value(), value(), updateOrder(),
                           readOrder());
      case 5:
        return fmt::format("{}.bcas({}, {}, {});", x, value(), value(), updateOrder());
      case 6:
        return fmt::format("wait({} {} {}, {});", x, rng.pick({"==", "!="}), value(), readOrder());
      default:
        return fmt::format("fence({});", rng.pick({"sc", "sc", "sc", "acq", "rel", "acq_rel"}));
    }
  }

  std::string statement(unsigned depth, bool loops) {
    if (mix == TemplateMix::OwnReads && rng.chance(45)) {
      const std::string x = cell();
      const std::string between =
          rng.chance(60) ? fmt::format(" wait({} == {}, acq);", cell(), constant()) : "";
      return fmt::format("{}.store({}, rel);{} r = {}.load(acq);", x, value(), between, x);
    }
    if (mix == TemplateMix::Races && rng.oneIn(6)) return rng.pick({"d = 1;", "s = d;"});
    if (depth >= 2 || !rng.oneIn(6)) return access();
    const std::string inner = block(depth, 1 + rng.below(2));
    switch (rng.weighted({4, loops ? 2u : 0u, 1})) {
      case 0:
        return fmt::format("if (r == {}) {{ {} }}{}", constant(), inner,
                           rng.chance(40) ? fmt::format(" else {{ {} }}", block(depth, 1)) : "");
      case 1:
        return fmt::format("do {{ {} r = {}.load({}); }} while (r == {});", inner, cell(),
                           readOrder(), constant());
      default:
        return fmt::format("choose {{ {} }} or {{ {} }}", inner, block(depth, 1));
    }
  }
  std::string block(unsigned depth, std::size_t length) {
    std::string out;
    for (std::size_t i = 0; i < length; ++i) {
      out += (i == 0 ? "" : " ") + statement(depth + 1, false);
    }
    return out;
  }
  std::string body(std::size_t longest) {
    std::string out;
    const std::size_t length = 1 + rng.below(longest);
    for (std::size_t i = 0; i < length; ++i) out += "  " + statement(0, true) + "\n";
    if (rng.oneIn(4)) out = "  loop {\n" + out + "  }\n";
    const char* const flag = mix == TemplateMix::Races ? " local bool s;" : "";
    return fmt::format("  local wrap 0..{} r;{}\n{}", most, flag, out);
  }

  Rng rng;
  TemplateMix mix;
  std::size_t cells;
  std::int64_t most;
  unsigned weak;  // percent
};

}  // namespace

std::string TemplateText::text() const {
  return text({});
}

std::string TemplateText::text(const std::vector<unsigned>& counts) const {
  std::string out = declarations;
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    out += fmt::format("thread f{} {{\n{}}}\n", i, fixed[i]);
  }
  for (std::size_t i = 0; i < templates.size(); ++i) {
    if (!counts.empty() && counts[i] == 0) continue;
    const std::string count = counts.empty() ? "*" : std::to_string(counts[i]);
    out += fmt::format("thread w{}[{}] {{\n{}}}\n", i, count, templates[i]);
  }
  return out;
}

TemplateText randomTemplates(std::uint64_t seed, TemplateMix mix) {
  return TemplateWriter(seed, mix).program();
}

}  // namespace robur::testing
