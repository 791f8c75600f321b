#include "generators/mixes.h"

#include <fmt/format.h>

#include <set>

namespace robur::testing {

namespace {

// An access without its order: "W x 1" with the order to come after its first letter.
using Threads = std::vector<std::vector<std::string>>;

struct Shape {
  const char* name;
  Threads threads;
  std::vector<std::vector<std::size_t>> alike;  // threads that trading names makes no difference to
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {
      {"sb", {{"W x 1", "R y"}, {"W y 1", "R x"}}, {{0, 1}}},
      {"2+2w", {{"W x 1", "W y 2"}, {"W y 1", "W x 2"}}, {{0, 1}}},
      {"r", {{"W x 1", "W y 1"}, {"W y 2", "R x"}}, {}},
      {"s", {{"W x 2", "W y 1"}, {"R y", "W x 1"}}, {}},
      {"rwc", {{"W x 1"}, {"R x", "R y"}, {"W y 1", "R x"}}, {}},
      {"wwc", {{"W x 2"}, {"R x", "W y 1"}, {"R y", "W x 1"}}, {}},
      {"w+rwc", {{"W x 1", "W y 1"}, {"R y", "R z"}, {"W z 1", "R x"}}, {}},
      {"iriw", {{"W x 1"}, {"W y 1"}, {"R x", "R y"}, {"R y", "R x"}}, {{0, 1}, {2, 3}}},
      {"z6.u", {{"W x 1", "W y 1"}, {"U y 2", "R y"}, {"W y 3", "R x"}}, {}},
  };
  return all;
}

// Cycles that enter the order of sc accesses and leave it again: over a message, over who
// read a store, round the same location, in three threads.
const std::vector<Threads>& longerShapes() {
  static const std::vector<Threads> all = {
      {{"W x 1", "R z"}, {"W z 1", "W y 1"}, {"R y", "R x"}},
      {{"W x 1", "R z"}, {"W z 1", "W y 1"}, {"wait y 1", "R x"}},
      {{"W x 1"}, {"wait x 1", "wait y 0", "W z 1"}, {"W y 1", "wait z 1", "wait x 0"}},
      {{"W x 1"}, {"wait x 1", "R y", "W z 1"}, {"W y 1", "wait z 1", "R x"}},
      {{"W x 1", "W x 2"}, {"R x", "R z"}, {"W z 1", "R x"}},
      {{"W x 1", "W w 1", "W x 2"}, {"wait x 2", "R z"}, {"W z 1", "R x"}},
      {{"W x 1", "R y"}, {"W y 1", "R z"}, {"W z 1", "R x"}},
      {{"W x 1", "W y 1"}, {"R y", "R z"}, {"W z 1", "W w 1"}, {"R w", "R x"}},
  };
  return all;
}

const Shape& shapeNamed(const std::string& name) {
  for (const Shape& shape : shapes()) {
    if (shape.name == name) return shape;
  }
  return shapes().front();
}

enum class Strength : std::uint8_t { Rlx, Ra, Sc };

std::string withOrder(const std::string& access, Strength strength) {
  const std::size_t word = access.find(' ');
  const char kind = access[0];
  const char* order = strength == Strength::Rlx    ? ""
                      : strength == Strength::Sc   ? ".sc"
                      : kind == 'R' || kind == 'w' ? ".acq"
                      : kind == 'W'                ? ".rel"
                                                   : ".ar";
  return access.substr(0, word) + order + access.substr(word);
}

// The shape with a strength per access and a fence, or none, per gap, both in their order.
std::string textOf(const Threads& threads, const std::vector<Strength>& strengths,
                   const std::vector<bool>& fences) {
  std::string text;
  std::size_t access = 0;
  std::size_t gap = 0;
  for (const auto& thread : threads) {
    if (!text.empty()) text += " || ";
    for (std::size_t i = 0; i < thread.size(); ++i) {
      if (i > 0) text += fences[gap++] ? "; F.sc; " : "; ";
      text += withOrder(thread[i], strengths[access++]);
    }
  }
  return text;
}

enum class Style : std::uint8_t { Rlx, Ra, Sc, Fence };
constexpr const char* kStyles[] = {"rlx", "ra", "sc", "fence"};

Mix mixOf(const Shape& shape, const std::vector<Style>& styles) {
  Mix mix;
  mix.name = shape.name;
  std::vector<Strength> strengths;
  std::vector<bool> fences;
  for (std::size_t t = 0; t < shape.threads.size(); ++t) {
    const bool fenced = styles[t] == Style::Fence;
    mix.name += fmt::format("+{}", kStyles[static_cast<std::size_t>(styles[t])]);
    const Strength strength = fenced ? Strength::Rlx : static_cast<Strength>(styles[t]);
    strengths.insert(strengths.end(), shape.threads[t].size(), strength);
    fences.insert(fences.end(), shape.threads[t].size() - 1, fenced);
  }
  mix.text = textOf(shape.threads, strengths, fences);
  return mix;
}

// The styles in the order that stands for all that only trade threads that are alike.
bool standsForAll(const Shape& shape, const std::vector<Style>& styles) {
  for (const auto& group : shape.alike) {
    for (std::size_t i = 1; i < group.size(); ++i) {
      if (styles[group[i]] < styles[group[i - 1]]) return false;
    }
  }
  return true;
}

// What Lahav et al. 2017 and herd's rc11.cat say of the outcome that SC forbids.
const std::vector<Mix>& discussed() {
  static const std::vector<Mix> all = {
      {"z6.u-paper", "W.sc x 1; W.rel y 1 || U.sc y 2; R y || W.sc y 3; R.sc x",
       "allowed: RC11 is weaker than C11 here, so that the compilation to Power is right"},
      {"iriw-acq-sc", "W.sc x 1 || W.sc y 1 || R.acq x; R.sc y || R.acq y; R.sc x",
       "allowed: an acquire load of an sc store puts nothing into the order of sc accesses"},
      {"rwc-fence-then-sc", "W x 1 || R x; F.sc; R.sc y || W.sc y 1; R.sc x",
       "allowed: a fence after a relaxed load does not pull the store into the sc order"},
      {"rwc-fences-and-sc", "W x 1 || R x; F.sc; R.sc y || W.sc y 1; F.sc; R.sc x",
       "forbidden, unlike the same without the second fence"},
      {"w+rwc-fence-middle", "W.sc x 1; W.rel y 1 || R.acq y; F.sc; R z || W.sc z 1; R.sc x",
       "forbidden"},
      {"w+rwc-sc-ends", "W.sc x 1; W.rel y 1 || R.acq y; R.sc z || W.sc z 1; R.sc x",
       "forbidden: po to another location, happens-before, po to another location"},
      {"rwc-acq-first", "W.sc x 1 || R.acq x; R.sc z || W.sc z 1; R.sc x",
       "allowed: happens-before from the sc store, but not over another location"},
      {"mp-sc-stores-relaxed-load", "W.sc x 1; W.sc z 1 || wait z 1; W.sc z 2; R x",
       "allowed: that the load comes after sc accesses does not make it one"},
      {"sb-fence-and-sc", "W x 1; F.sc; R y || W.sc y 1; R.sc x", "forbidden"},
      {"sb-fence-and-sc-load", "W x 1; F.sc; R y || W y 1; R.sc x", "allowed"},
      {"sb-sc-but-one-load", "W.sc x 1; R.acq y || W.sc y 1; R.sc x", "allowed"},
      {"sb-sc-but-one-store", "W.rel x 1; R.sc y || W.sc y 1; R.sc x", "allowed"},
      {"r-sc-but-first-store", "W.rel x 1; W.sc y 1 || W.sc y 2; R.sc x", "allowed"},
      {"2+2w-sc-but-one", "W.sc x 1; W.rel y 2 || W.sc y 1; W.sc x 2", "allowed"},
  };
  return all;
}

// Mixed radix: the next number, false after the last.
template <class Digit>
bool next(std::vector<Digit>& digits, const std::vector<std::size_t>& base) {
  for (std::size_t i = digits.size(); i-- > 0;) {
    const std::size_t value = static_cast<std::size_t>(digits[i]) + 1;
    if (value < base[i]) return digits[i] = static_cast<Digit>(value), true;
    digits[i] = static_cast<Digit>(0);
  }
  return false;
}

}  // namespace

std::vector<std::string> shapeNames() {
  std::vector<std::string> names;
  for (const Shape& shape : shapes()) names.emplace_back(shape.name);
  return names;
}

std::vector<std::string> mixesByAccess(const std::string& name) {
  const Shape& shape = shapeNamed(name);
  std::size_t accesses = 0;
  for (const auto& thread : shape.threads) accesses += thread.size();
  const std::size_t gaps = accesses - shape.threads.size();
  std::vector<std::size_t> base(accesses, 3);
  base.resize(accesses + gaps, 2);
  std::vector<std::size_t> digits(accesses + gaps, 0);
  std::vector<std::string> all;
  do {
    std::vector<Strength> strengths;
    std::vector<bool> fences;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      if (i < accesses) {
        strengths.push_back(static_cast<Strength>(digits[i]));
      } else {
        fences.push_back(digits[i] == 1);
      }
    }
    all.push_back(textOf(shape.threads, strengths, fences));
  } while (next(digits, base));
  return all;
}

std::vector<Mix> mixesByThread() {
  std::vector<Mix> all;
  for (const Shape& shape : shapes()) {
    std::vector<std::size_t> base;
    for (const auto& thread : shape.threads) base.push_back(thread.size() > 1 ? 4 : 3);
    std::vector<Style> styles(shape.threads.size(), Style::Rlx);
    do {
      if (standsForAll(shape, styles)) all.push_back(mixOf(shape, styles));
    } while (next(styles, base));
  }
  all.insert(all.end(), discussed().begin(), discussed().end());
  return all;
}

std::string randomMix(Rng& rng) {
  if (rng.chance(15)) return discussed()[rng.below(discussed().size())].text;
  const std::size_t at = rng.below(shapes().size() + 2 * longerShapes().size());
  const Threads& threads = at < shapes().size()
                               ? shapes()[at].threads
                               : longerShapes()[(at - shapes().size()) % longerShapes().size()];
  std::vector<Strength> strengths;
  std::vector<bool> fences;
  for (const auto& thread : threads) {
    for (std::size_t i = 0; i < thread.size(); ++i) {
      strengths.push_back(static_cast<Strength>(rng.weighted({30, 25, 45})));
      if (i > 0) fences.push_back(rng.chance(25));
    }
  }
  return textOf(threads, strengths, fences);
}

}  // namespace robur::testing
