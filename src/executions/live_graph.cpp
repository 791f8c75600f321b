#include "executions/live_graph.h"

#include <algorithm>
#include <cassert>

namespace robur::executions {

namespace {

constexpr unsigned kClockUnit = 8;  // entries of 16 bits in a vector register

}  // namespace

LiveGraph::LiveGraph(const Machine& machine, unsigned clockKinds)
    : threads(machine.threadCount()),
      kinds(clockKinds),
      stride((machine.threadCount() + kClockUnit - 1) / kClockUnit * kClockUnit),
      orders(machine.cellCount() + 1) {
  std::vector<std::int64_t> state(machine.stateSize());
  machine.initial(state.data());
  initialValues.assign(state.begin(), state.begin() + machine.cellCount());
  initialValues.push_back(0);
  for (unsigned t = 0; t < machine.threadCount(); ++t) {
    const CompiledThread& code = machine.thread(t);
    registerCount.push_back(code.registerTypes.size());
    ThreadTrack& track = threads[t];
    track.events.emplace_back();
    track.events[0].next = code.entry;
    track.clocks.assign(std::size_t{kinds} * stride, 0);
    track.registers = code.registerInit;
  }
}

EventRef LiveGraph::append(std::uint32_t t) {
  ThreadTrack& track = threads[t];
  const EventRef e{static_cast<std::uint16_t>(t), static_cast<std::uint16_t>(track.events.size())};
  const LiveEvent& before = track.events.back();
  LiveEvent event;
  event.stamp = stamp++;
  event.pc = before.next;
  event.headsBegin = before.headsBegin;
  event.headsEnd = before.headsEnd;
  track.events.push_back(event);
  track.clocks.resize(track.clocks.size() + std::size_t{kinds} * stride);
  track.registers.resize(track.registers.size() + registerCount[t]);
  resetClocks(e);
  trail.push_back(e);
  return e;
}

void LiveGraph::resetClocks(EventRef e) {
  std::vector<std::uint16_t>& clocks = threads[e.thread].clocks;
  const std::size_t size = std::size_t{kinds} * stride;
  std::memcpy(clocks.data() + e.index * size, clocks.data() + (e.index - 1) * size,
              size * sizeof(std::uint16_t));
  clock(e, ClockKind::Past)[e.thread] = e.index;
  if (kinds > 1) clock(e, ClockKind::Happens)[e.thread] = e.index;
}

EventRef LiveGraph::appendAgain(std::uint32_t t, std::uint32_t oldStamp) {
  const EventRef e = append(t);
  --stamp;
  (*this)[e].stamp = oldStamp;
  const auto younger = std::find_if(trail.begin(), trail.end() - 1, [&](EventRef other) {
    return (*this)[other].stamp > oldStamp;
  });
  std::rotate(younger, trail.end() - 1, trail.end());
  return e;
}

void LiveGraph::removeAgain(std::uint32_t t) {
  const auto at = std::find(trail.begin(), trail.end(), lastOf(t));
  std::rotate(at, at + 1, trail.end());
  removeLast(t);
}

void LiveGraph::removeLast(std::uint32_t t) {
  ThreadTrack& track = threads[t];
  assert(trail.back() == lastOf(t));
  trail.pop_back();
  track.events.pop_back();
  track.clocks.resize(track.clocks.size() - std::size_t{kinds} * stride);
  track.registers.resize(track.registers.size() - registerCount[t]);
  track.heads.resize(track.events.back().headsEnd);
}

// Sets the positions of the writes from the first on.
void LiveGraph::number(const std::vector<EventRef>& order, std::size_t first) {
  for (std::size_t i = first; i < order.size(); ++i) {
    (*this)[order[i]].position = static_cast<std::uint32_t>(i) + 1;
  }
}

void LiveGraph::place(EventRef write, std::uint32_t position) {
  const std::uint32_t cell = (*this)[write].cell;
  std::vector<EventRef>& order = orders[cell];
  if (order.empty()) touched.push_back(cell);
  order.insert(order.begin() + (position - 1), write);
  number(order, position - 1);
}

void LiveGraph::unplace(std::uint32_t cell, std::uint32_t position) {
  std::vector<EventRef>& order = orders[cell];
  order.erase(order.begin() + (position - 1));
  number(order, position - 1);
  if (order.empty()) touched.erase(std::find(touched.rbegin(), touched.rend(), cell).base() - 1);
}

void LiveGraph::restrict(const LiveGraph& from, EventRef kept, const std::uint16_t* past) {
  const std::uint32_t oldest = from[kept].stamp;
  stamp = from.stamp;
  const std::size_t clockSize = std::size_t{kinds} * stride;
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    const ThreadTrack& source = from.threads[t];
    ThreadTrack& track = threads[t];
    std::size_t count = source.events.size();
    if (t == kept.thread) {
      count = kept.index;
    } else {
      while (count > 1 && source.events[count - 1].stamp > oldest && count - 1 > past[t]) --count;
    }
    track.events.assign(source.events.begin(),
                        source.events.begin() + static_cast<std::ptrdiff_t>(count));
    track.clocks.assign(source.clocks.begin(),
                        source.clocks.begin() + static_cast<std::ptrdiff_t>(count * clockSize));
    track.registers.assign(
        source.registers.begin(),
        source.registers.begin() + static_cast<std::ptrdiff_t>(count * registerCount[t]));
    track.heads.assign(source.heads.begin(), source.heads.begin() + track.events.back().headsEnd);
  }
  const auto keeps = [&](EventRef e) { return e.index < threads[e.thread].events.size(); };
  trail.clear();
  for (const EventRef e : from.trail) {
    if (keeps(e)) trail.push_back(e);
  }
  for (const std::uint32_t cell : touched) orders[cell].clear();
  touched.clear();
  for (const std::uint32_t cell : from.touched) {
    for (const EventRef e : from.orders[cell]) {
      if (keeps(e)) orders[cell].push_back(e);
    }
    number(orders[cell], 0);
    if (!orders[cell].empty()) touched.push_back(cell);
  }
}

std::size_t LiveGraph::bytes() const {
  std::size_t sum = trail.capacity() * sizeof(EventRef) + orders.size() * sizeof(orders[0]);
  for (const std::vector<EventRef>& order : orders) sum += order.capacity() * sizeof(EventRef);
  for (const ThreadTrack& track : threads) {
    sum += track.events.capacity() * sizeof(LiveEvent) + track.clocks.capacity() * 2 +
           (track.registers.capacity() + track.heads.capacity()) * 8;
  }
  return sum;
}

}  // namespace robur::executions
