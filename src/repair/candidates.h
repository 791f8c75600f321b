// The candidates for changes at a site, with their prices: the strengths above the present one that
// the models distinguish.
#pragma once

#include <vector>

#include "program/model_name.h"
#include "repair/prices.h"
#include "repair/strengthening.h"

namespace robur {

// The kinds of changes that are allowed.
struct Allowed {
  bool fences = true;
  bool orders = true;
  bool locked = false;
  // What the models distinguish: acquire and release at accesses and fences, seq_cst at accesses,
  // and, where only SC fences do anything otherwise, release fences.
  bool weakOrders = true;
  bool scOrders = false;
  bool releaseFences = false;

  // Sets these three for repairs that are to hold under all of the models.
  void adaptTo(const std::vector<ModelName>& models);
};

// A change in a function that is called in several places counts once for each of them.
//
// Adds sites and their options to a draft that has its program already. Of a site, the caller sets
// what it found in the text; kind, base strength and `given` are set here.
class Candidates {
 public:
  Candidates(Draft& draft, const Allowed& allowed, const Prices& prices)
      : draft(draft), allowed(allowed), prices(prices) {}

  // Strengthen what the draft contains.
  void gap(const Site& site);
  void strongerFence(const Site& site);
  void strongerAccess(const Site& site);
  void strongerFailure(const Site& site);
  void locked(const Site& site);

  // Give back what was removed from the draft, up to the strength it had.
  void givenFence(const Site& site, Order had);
  void givenAccess(const Site& site, Order had);
  void givenFailure(const Site& site, Order had);

 private:
  std::vector<Order> fenceOrders() const;
  std::vector<Order> accessOrders(Instr::Op op) const;
  void offer(const Site& site, const std::vector<Order>& orders);
  void stronger(Site site, Site::Kind kind, Order now, const std::vector<Order>& orders);
  void givenBack(Site site, Site::Kind kind, Order had, const std::vector<Order>& orders);

  Draft& draft;
  const Allowed& allowed;
  const Prices& prices;
};

}  // namespace robur
