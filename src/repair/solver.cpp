#include "repair/solver.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <tuple>

namespace robur {

namespace {

enum class Value : std::uint8_t { Open, In, Out };

// Assigns strengthenings one by one. Open ones count as not chosen, which meets every constraint
// that has one of them in notAllOf; such a constraint is met permanently only when one is Out.
class Solver {
 public:
  Solver(const std::vector<Strengthening>& options, const std::vector<Constraint>& constraints)
      : options(options), constraints(constraints), values(options.size(), Value::Open) {}

  std::optional<Solution> best() {
    visit = [this](const Solution& s) { offer(s); };
    search();
    return found;
  }

  std::vector<Solution> allOf(std::uint64_t price, std::size_t most) {
    std::set<Choice> seen;
    bound = price;
    keepEqual = true;
    visit = [&](const Solution& s) {
      if (s.price == price && seen.size() < most) seen.insert(s.choice);
    };
    search();
    std::vector<Solution> out;
    for (const Choice& choice : seen) out.push_back({choice, price});
    return out;
  }

 private:
  void offer(const Solution& s) {
    const auto key = [](const Solution& x) { return std::tuple(x.price, x.choice.size()); };
    if (!found || key(s) < key(*found) || (key(s) == key(*found) && s.choice < found->choice)) {
      found = s;
      bound = s.price;
      keepEqual = true;  // equally cheap ones may still be preferable
    }
  }

  bool violated(const Constraint& c) const {
    const auto is = [&](Value v) { return [this, v](std::uint32_t i) { return values[i] == v; }; };
    if (std::any_of(c.anyOf.begin(), c.anyOf.end(), is(Value::In))) return false;
    return std::all_of(c.notAllOf.begin(), c.notAllOf.end(), is(Value::In));
  }

  // A lower bound on the remaining price, from violated constraints that share no strengthening.
  std::uint64_t stillToPay() const {
    std::vector<bool> used(options.size(), false);
    std::uint64_t sum = 0;
    for (const Constraint& c : constraints) {
      if (!violated(c)) continue;
      std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
      bool apart = true;
      for (const std::uint32_t i : c.anyOf) {
        if (values[i] != Value::Open) continue;
        apart = apart && !used[i];
        least = std::min(least, options[i].price);
      }
      if (!apart || least == std::numeric_limits<std::uint64_t>::max()) continue;
      for (const std::uint32_t i : c.anyOf) used[i] = true;
      sum += least;
    }
    return sum;
  }

  void search() {
    const std::uint64_t least = paid + stillToPay();
    if (least > bound || (least == bound && !keepEqual)) return;
    const Constraint* worst = nullptr;
    std::size_t width = 0;
    for (const Constraint& c : constraints) {
      if (!violated(c)) continue;
      const auto open = static_cast<std::size_t>(
          std::count_if(c.anyOf.begin(), c.anyOf.end(),
                        [&](std::uint32_t i) { return values[i] == Value::Open; }));
      if (worst == nullptr || open < width) {
        worst = &c;
        width = open;
      }
    }
    if (worst == nullptr) {
      Solution s;
      s.price = paid;
      for (std::uint32_t i = 0; i < values.size(); ++i) {
        if (values[i] == Value::In) s.choice.push_back(i);
      }
      visit(s);
      return;
    }
    // Branch on the first of anyOf that is chosen; those before it are Out. (The members of
    // notAllOf are In already; the branches without them start where they were chosen.)
    std::vector<std::uint32_t> tried;
    for (const std::uint32_t i : worst->anyOf) {
      if (values[i] != Value::Open) continue;
      values[i] = Value::In;
      paid += options[i].price;
      search();
      paid -= options[i].price;
      values[i] = Value::Out;
      tried.push_back(i);
    }
    for (const std::uint32_t i : tried) values[i] = Value::Open;
  }

  const std::vector<Strengthening>& options;
  const std::vector<Constraint>& constraints;
  std::vector<Value> values;
  std::uint64_t paid = 0;
  std::uint64_t bound = std::numeric_limits<std::uint64_t>::max();
  bool keepEqual = true;
  std::optional<Solution> found;
  std::function<void(const Solution&)> visit;
};

}  // namespace

bool meets(const Choice& choice, const Constraint& c) {
  const auto chosen = [&](std::uint32_t i) {
    return std::binary_search(choice.begin(), choice.end(), i);
  };
  return std::any_of(c.anyOf.begin(), c.anyOf.end(), chosen) ||
         !std::all_of(c.notAllOf.begin(), c.notAllOf.end(), chosen);
}

std::optional<Solution> cheapest(const std::vector<Strengthening>& options,
                                 const std::vector<Constraint>& constraints) {
  return Solver(options, constraints).best();
}

std::vector<Solution> allOfPrice(const std::vector<Strengthening>& options,
                                 const std::vector<Constraint>& constraints, std::uint64_t price,
                                 std::size_t most) {
  return Solver(options, constraints).allOf(price, most);
}

}  // namespace robur
