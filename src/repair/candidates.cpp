#include "repair/candidates.h"

#include <algorithm>

#include "program/model_info.h"

namespace robur {

void Allowed::adaptTo(const std::vector<ModelName>& models) {
  weakOrders = scOrders = releaseFences = false;
  for (const ModelName model : models) {
    const ModelInfo& info = infoOf(model);
    weakOrders = weakOrders || info.accessOrders;
    scOrders = scOrders || info.scAccesses == ScAccesses::Ordered;
    releaseFences = releaseFences || info.weakFences == WeakFences::Release;
  }
}

std::vector<Order> Candidates::fenceOrders() const {
  if (allowed.weakOrders) return {Order::Acq, Order::Rel, Order::AcqRel, Order::Sc};
  if (allowed.releaseFences) return {Order::Rel, Order::Sc};
  return {Order::Sc};
}

std::vector<Order> Candidates::accessOrders(Instr::Op op) const {
  std::vector<Order> out{Order::Acq, Order::Rel, Order::AcqRel};
  if (op == Instr::Op::Store) out = {Order::Rel};
  if (op == Instr::Op::Load || op == Instr::Op::Wait) out = {Order::Acq};
  if (allowed.scOrders) out.push_back(Order::Sc);
  return out;
}

void Candidates::offer(const Site& site, const std::vector<Order>& orders) {
  std::vector<Order> possible = orders;
  std::erase_if(possible, [&](Order order) {
    return !site.orders.empty() && std::ranges::find(site.orders, order) == site.orders.end();
  });
  if (possible.empty()) return;
  const auto number = static_cast<std::uint32_t>(draft.sites.size());
  draft.sites.push_back(site);
  const Instr::Op op = draft.at(site).op;
  const bool store = accessesMemory(op) && mayWrite(op);
  for (const Order order : possible) {
    draft.options.push_back({number, order, site.callers * prices.of(site, order, store)});
  }
}

void Candidates::stronger(Site site, Site::Kind kind, Order now, const std::vector<Order>& orders) {
  site.kind = kind;
  site.base = now;
  site.given = kind == Site::Kind::Fence;
  std::vector<Order> above;
  for (const Order order : orders) {
    if (order != now && weakerOrEqual(now, order)) above.push_back(order);
  }
  offer(site, above);
}

void Candidates::givenBack(Site site, Site::Kind kind, Order had,
                           const std::vector<Order>& orders) {
  site.kind = kind;
  site.base = Order::Rlx;
  std::vector<Order> upTo;
  for (const Order order : orders) {
    if (weakerOrEqual(order, had)) upTo.push_back(order);
  }
  offer(site, upTo);
}

void Candidates::gap(const Site& site) {
  Site fence = site;
  fence.kind = Site::Kind::Gap;
  offer(fence, fenceOrders());
}

void Candidates::strongerFence(const Site& site) {
  stronger(site, Site::Kind::Fence, draft.at(site).order, fenceOrders());
}

void Candidates::strongerAccess(const Site& site) {
  const Instr& in = draft.at(site);
  stronger(site, Site::Kind::Access, in.order, accessOrders(in.op));
}

void Candidates::strongerFailure(const Site& site) {
  stronger(site, Site::Kind::Failure, draft.at(site).failOrder, {Order::Acq});
}

void Candidates::locked(const Site& site) {
  Site update = site;
  update.kind = Site::Kind::Locked;
  offer(update, {Order::AcqRel});
}

void Candidates::givenFence(const Site& site, Order had) {
  givenBack(site, Site::Kind::Fence, had, fenceOrders());
}

void Candidates::givenAccess(const Site& site, Order had) {
  givenBack(site, Site::Kind::Access, had, accessOrders(draft.at(site).op));
}

void Candidates::givenFailure(const Site& site, Order had) {
  givenBack(site, Site::Kind::Failure, had, {Order::Acq, Order::Sc});
}

}  // namespace robur
