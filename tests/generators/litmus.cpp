#include "generators/litmus.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "generators/code_builder.h"
#include "graph/axioms.h"

namespace robur::testing {

namespace {

Order orderNamed(const std::string& name) {
  if (name == "na") return Order::NonAtomic;
  if (name == "rlx") return Order::Rlx;
  if (name == "acq") return Order::Acq;
  if (name == "rel") return Order::Rel;
  if (name == "ar") return Order::AcqRel;
  if (name == "sc") return Order::Sc;
  throw std::invalid_argument("no such order: " + name);
}

LitmusEvent parseEvent(const std::string& text) {
  std::istringstream words(text);
  LitmusEvent event;
  words >> event.kind;
  if (const std::size_t dot = event.kind.find('.'); dot != std::string::npos) {
    event.order = orderNamed(event.kind.substr(dot + 1));
    event.kind.resize(dot);
  }
  words >> event.location;
  for (std::int64_t v = 0; words >> v;) event.values.push_back(v);
  return event;
}

LocationId locationOf(const Litmus& litmus, const LitmusEvent& event) {
  const auto place = std::ranges::find(litmus.locations, event.location);
  return LocationId{static_cast<std::uint32_t>(place - litmus.locations.begin())};
}

Event eventOf(const Program& program, const Litmus& litmus, const LitmusEvent& from,
              ModelName model, ThreadId thread, Pc pc) {
  if (from.kind == "F") return fenceEvent(program, model, thread, pc, from.order);
  Event event;
  event.kind = from.kind == "W"                              ? Event::Kind::Write
               : from.kind == "R" || from.values.size() == 1 ? Event::Kind::Read
                                                             : Event::Kind::Update;
  event.locked = from.kind == "C" && event.kind == Event::Kind::Read;
  event.thread = thread;
  event.pc = pc;
  event.cell = program.firstCell(locationOf(litmus, from));
  event.order = from.order;
  if (reads(event)) event.read = from.values.front();
  if (writes(event)) event.written = from.values.back();
  return event;
}

// The graph of the outcome; its SC fences, if they are updates, come in the given order.
ExecutionGraph graphOf(const Program& program, const Litmus& litmus, ModelName model,
                       const std::vector<std::size_t>& fenceOrder) {
  ExecutionGraph graph = ExecutionGraph::initial(program);
  std::vector<EventId> fences;
  for (std::size_t t = 0; t < litmus.threads.size(); ++t) {
    for (std::size_t i = 0; i < litmus.threads[t].size(); ++i) {
      const EventId id{static_cast<std::uint32_t>(graph.size())};
      graph.events.push_back(eventOf(program, litmus, litmus.threads[t][i], model,
                                     ThreadId{static_cast<std::uint32_t>(t)}, static_cast<Pc>(i)));
      graph.readsFrom.push_back(kNoEvent);
      const Event& event = graph.events.back();
      if (event.scFence) {
        fences.push_back(id);
      } else if (writes(event)) {
        graph.modificationOrder[raw(event.cell)].push_back(id);
      }
    }
  }
  for (std::vector<EventId>& order : graph.modificationOrder) {
    std::ranges::sort(order, {}, [&](EventId e) { return graph[e].written; });
  }
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& event = graph.events[i];
    if (!reads(event) || event.scFence) continue;
    for (const EventId w : graph.modificationOrder[raw(event.cell)]) {
      if (graph[w].written == event.read) graph.readsFrom[i] = w;
    }
  }
  for (const std::size_t f : fenceOrder) {
    if (fences.empty()) break;
    graph.readsFrom[raw(fences[f])] = graph.lastWrite(fenceCell(program));
    graph.modificationOrder.back().push_back(fences[f]);
  }
  return graph;
}

}  // namespace

Litmus parseLitmus(std::string_view text) {
  Litmus litmus;
  std::string threadText;
  const std::string all = std::string(text) + "||";
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = all.find("||", begin);
    std::istringstream events(all.substr(begin, end - begin));
    litmus.threads.emplace_back();
    for (std::string event; std::getline(events, event, ';');) {
      litmus.threads.back().push_back(parseEvent(event));
    }
    begin = end + 2;
  }
  for (const auto& thread : litmus.threads) {
    for (const LitmusEvent& event : thread) {
      const bool known =
          std::ranges::find(litmus.locations, event.location) != litmus.locations.end();
      if (!known && event.kind != "F") litmus.locations.push_back(event.location);
    }
  }
  return litmus;
}

Program programOf(const Litmus& litmus) {
  Program program;
  for (const std::string& name : litmus.locations) {
    Location location;
    location.name = name;
    location.type = {0, 9};
    program.locations.push_back(std::move(location));
  }
  for (const auto& thread : litmus.threads) {
    CodeBuilder code;
    for (const LitmusEvent& e : thread) {
      if (e.kind == "F") {
        code.add(fence(e.order));
        continue;
      }
      const Address where = at(locationOf(litmus, e));
      program.locations[raw(where.base)].atomic &= e.order != Order::NonAtomic;
      const auto value = [&](std::size_t i) { return constant(e.values[i]); };
      if (e.kind == "R") {
        const RegId r = code.newRegister(fmt::format("r{}", code.here()), {0, 9});
        code.add(load(r, where, e.order));
      } else if (e.kind == "W") {
        code.add(store(where, value(0), e.order));
      } else if (e.kind == "U") {
        code.add(rmw(RmwOp::Exchange, kNoReg, where, constant(e.values.back()), e.order));
      } else if (e.kind == "wait") {
        code.add(waitUntil(kNoReg, where, binary(BinaryOp::Eq, loaded(), value(0)), e.order));
      } else if (e.kind == "bcas") {
        code.add(bcas(kNoReg, where, value(0), value(1), e.order));
      } else if (e.kind == "C" && e.values.size() == 1) {
        code.add(cas(kNoReg, where, constant(9), constant(9), e.order, e.order));
      } else if (e.kind == "C") {
        const Order fail = e.order == Order::Sc ? Order::Sc
                           : acquires(e.order)  ? Order::Acq
                                                : Order::Rlx;
        code.add(cas(kNoReg, where, value(0), value(1), e.order, fail));
      } else {
        throw std::invalid_argument("no such event: " + e.kind);
      }
    }
    const std::string name = fmt::format("t{}", program.threads.size());
    program.threads.push_back({name, CodeId{static_cast<std::uint32_t>(program.codes.size())}, 0});
    program.codes.push_back(code.finish(name));
  }
  return program;
}

bool allowed(std::string_view text, ModelName model) {
  const Litmus litmus = parseLitmus(text);
  const Program program = programOf(litmus);
  std::size_t fences = 0;
  for (const auto& thread : litmus.threads) {
    fences += static_cast<std::size_t>(std::ranges::count_if(
        thread, [](const auto& e) { return e.kind == "F" && e.order == Order::Sc; }));
  }
  std::vector<std::size_t> order(fences);
  std::iota(order.begin(), order.end(), 0);
  do {
    if (consistent(program, graphOf(program, litmus, model, order), model)) return true;
  } while (std::ranges::next_permutation(order).found);
  return false;
}

}  // namespace robur::testing
