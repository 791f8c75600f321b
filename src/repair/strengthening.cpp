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

Program Draft::with(const Choice& choice) const {
  Program out = program;
  const std::vector<Strength> now = strengths(choice);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    Instr& in = out.codes[raw(sites[i].code)].instrs[sites[i].pc];
    switch (sites[i].kind) {
      case Site::Kind::Gap:
      case Site::Kind::Fence:
        in.op = now[i].there ? Instr::Op::Fence : Instr::Op::Goto;
        in.order = now[i].order;
        break;
      case Site::Kind::Access:
        in.order = join(in.order, now[i].order);
        break;
      case Site::Kind::Failure:
        in.failOrder = join(in.failOrder, now[i].order);
        break;
      case Site::Kind::Locked:
        if (!now[i].there) break;
        in.rmw = in.op == Instr::Op::Store ? RmwOp::Exchange : RmwOp::Add;
        if (in.op == Instr::Op::Load) in.value = constant(0);
        in.op = Instr::Op::Rmw;
        in.order = join(in.order, now[i].order);
        break;
    }
  }
  return out;
}

}  // namespace robur
