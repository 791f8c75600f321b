// What may be chosen at a site, and for how much: the strengths that the models can tell apart,
// above what stands there.
#pragma once

#include <vector>

#include "program/model_name.h"
#include "repair/prices.h"
#include "repair/strengthening.h"

namespace robur {

// What may be changed, and in what ways.
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

// Puts sites and their options into a draft whose program is there already. Sites come with
// what was found in the text: their kind, base strength and whether a fence is given are set
// here.
class Menu {
 public:
  Menu(Draft& draft, const Allowed& allowed, const Prices& prices)
      : draft(draft), allowed(allowed), prices(prices) {}

  // For strengthening what stands in the draft.
  void gap(const Site& site);
  void strongerFence(const Site& site);
  void strongerAccess(const Site& site);
  void strongerFailure(const Site& site);
  void locked(const Site& site);

  // For giving back what was taken from the draft, up to what it had.
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
