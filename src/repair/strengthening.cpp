#include "repair/strengthening.h"

namespace robur {

namespace {

unsigned rank(Order o) {
  return o == Order::Sc ? 2 : 0;
}

}  // namespace

Order join(Order a, Order b) {
  if (rank(a) == 2 || rank(b) == 2) return Order::Sc;
  const bool acquire = acquires(a) || acquires(b);
  const bool release = releases(a) || releases(b);
  if (acquire && release) return Order::AcqRel;
  return acquire ? Order::Acq : release ? Order::Rel : Order::Rlx;
}

bool weakerOrEqual(Order a, Order b) {
  return join(a, b) == b;
}

Order onFailure(Order order) {
  if (order == Order::Sc) return Order::Sc;
  return acquires(order) ? Order::Acq : Order::Rlx;
}

std::vector<Draft::Strength> Draft::strengths(const Choice& choice) const {
  std::vector<Strength> out;
  for (const Site& site : sites) {
    const bool fence = site.kind == Site::Kind::Gap || site.kind == Site::Kind::Fence;
    out.push_back({fence && site.given, site.base});
  }
  for (const std::uint32_t number : choice) {
    const Strengthening& s = options[number];
    Strength& to = out[s.site];
    const bool fence =
        sites[s.site].kind == Site::Kind::Gap || sites[s.site].kind == Site::Kind::Fence;
    to.order = fence && !to.there ? s.order : join(to.order, s.order);
    if (sites[s.site].kind != Site::Kind::Access && sites[s.site].kind != Site::Kind::Failure) {
      to.there = true;
    }
  }
  return out;
}

namespace {

void give(Instr& in, const Site& site, const Draft::Strength& now) {
  switch (site.kind) {
    case Site::Kind::Gap:
    case Site::Kind::Fence:
      in.op = now.there ? Instr::Op::Fence : Instr::Op::Goto;
      in.order = now.order;
      break;
    case Site::Kind::Access:
      in.order = join(in.order, now.order);
      if (site.failureFollows) in.failOrder = join(in.failOrder, onFailure(now.order));
      break;
    case Site::Kind::Failure:
      in.failOrder = join(in.failOrder, now.order);
      break;
    case Site::Kind::Locked:
      if (!now.there) break;
      in.rmw = in.op == Instr::Op::Store ? RmwOp::Exchange : RmwOp::Add;
      if (in.op == Instr::Op::Load) in.value = constant(0);
      in.op = Instr::Op::Rmw;
      in.order = join(in.order, now.order);
      break;
  }
}

}  // namespace

Program Draft::with(const Choice& choice) const {
  Program out = program;
  const std::vector<Strength> now = strengths(choice);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    for (const Site::Place& place : sites[i].places) {
      give(out.codes[raw(place.code)].instrs[place.pc], sites[i], now[i]);
    }
  }
  return out;
}

const Instr& Draft::at(const Site& site) const {
  const Site::Place& place = site.places.front();
  return program.codes[raw(place.code)].instrs[place.pc];
}

}  // namespace robur
