#include "executions/work_share.h"

#include <algorithm>
#include <utility>

namespace robur::executions {

WorkShare::Place* WorkShare::take(Part& part) {
  std::unique_lock lock(mutex);
  if (!started) {
    started = true;
    const auto first = order.emplace(order.end(), Part{});
    first->self = first;
    part = Part{};
    return &*first;
  }
  changed.wait(lock, [&] { return !queue.empty() || order.empty(); });
  if (queue.empty()) return nullptr;
  const auto place = queue.front();
  queue.pop_front();
  waiting.store(static_cast<unsigned>(queue.size()), std::memory_order_relaxed);
  part = std::move(place->part);
  return &*place;
}

void WorkShare::give(Place& giver, Part part) {
  const std::lock_guard lock(mutex);
  if (giver.needless()) return;
  const auto place = order.emplace(giver.self, std::move(part));
  place->self = place;
  queue.push_back(place);
  waiting.store(static_cast<unsigned>(queue.size()), std::memory_order_relaxed);
  changed.notify_all();
}

void WorkShare::finish(Place& place) {
  const std::lock_guard lock(mutex);
  order.erase(place.self);
  if (order.empty()) changed.notify_all();
}

void WorkShare::dropBehind(std::list<Place>::iterator first) {
  for (auto place = first; place != order.end(); ++place) {
    place->dropped.store(true, std::memory_order_relaxed);
  }
  std::erase_if(queue, [&](const auto& place) {
    const bool needless = place->needless();
    if (needless) order.erase(place);
    return needless;
  });
  waiting.store(static_cast<unsigned>(queue.size()), std::memory_order_relaxed);
}

void WorkShare::endAt(Place& place, unsigned worker, Enumeration::End reason) {
  using End = Enumeration::End;
  const std::lock_guard lock(mutex);
  // A finding is worth more than a limit, whichever came first.
  const bool late = place.needless();
  if (late && (reason != End::Visitor || (why != End::Stopped && why != End::Graphs))) return;
  why = reason;
  endedBy = worker;
  dropBehind(place.self);
}

void WorkShare::endAll(Enumeration::End reason) {
  const std::lock_guard lock(mutex);
  if (why == Enumeration::End::Complete) why = reason;
  dropBehind(order.begin());
}

void WorkShare::fail(Place* place, std::exception_ptr what) {
  const std::lock_guard lock(mutex);
  started = true;
  if (!failure) failure = std::move(what);
  dropBehind(order.begin());
  if (place != nullptr) order.erase(place->self);
  changed.notify_all();
}

void WorkShare::grow() {
  if (growing.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(mutex);
  growing.store(true, std::memory_order_relaxed);
  changed.notify_all();
}

bool WorkShare::awaitGrowth() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return growing.load() || (started && order.empty()); });
  return !order.empty();
}

}  // namespace robur::executions
