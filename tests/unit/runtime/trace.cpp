#include "unit/runtime/trace.h"

#include <sys/mman.h>

#include "generators/code_builder.h"

namespace robur::testing {

namespace {

using Kind = Access::Kind;

runtime::Order runtimeOrder(Order o) {
  switch (o) {
    case Order::Acq:
      return runtime::Order::Acquire;
    case Order::Rel:
      return runtime::Order::Release;
    case Order::AcqRel:
      return runtime::Order::AcqRel;
    case Order::Sc:
      return runtime::Order::SeqCst;
    default:
      return runtime::Order::Relaxed;
  }
}

bool isRc11() {
  return runtime::rt.rules.model == runtime::Model::Rc11;
}

std::uint64_t bits(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

}  // namespace

void EndOfLocation::operator()(runtime::LocationClocks* location) const {
  location->release();
}

Location newLocation(std::uint32_t width) {
  auto* const memory = static_cast<char*>(runtime::allocate(runtime::LocationClocks::bytes(width)));
  Location location(new (memory + runtime::bytesInFront()) runtime::LocationClocks(width));
  runtime::startHistory(*location, 0);
  return location;
}

Trace::Trace(Rng& rng, const TraceOptions& options)
    : rng_(rng),
      options_(options),
      model_(options.model),
      threads_(options.threads),
      idsUsed_(options.threads),
      paper_(options.threads, options.cells, options.model),
      memory_(options.plain) {
  for (std::uint32_t i = 0; i <= options.cells; ++i) frame_.locations.push_back({});
  for (std::uint32_t i = 0; i < options.plain; ++i) {
    frame_.locations.push_back({});
    frame_.locations.back().atomic = false;
  }
  for (std::uint32_t i = 0; i < 2 * options.replacements; ++i) frame_.locations.push_back({});
  frame_.codes.push_back(CodeBuilder().finish("t"));
  for (std::uint32_t i = 0; i < options.threads + options.replacements; ++i) {
    frame_.threads.push_back({"t", CodeId{0}, static_cast<std::int64_t>(i)});
  }
  for (std::uint32_t i = 0; i < options.threads; ++i) {
    runtime::startThread(threads_[i], i * options.apart, 0, nullptr);
    ids_.push_back(i);
  }
  graph_ = ExecutionGraph::initial(frame_);
  for (std::uint32_t i = 0; i < options.cells; ++i) {
    cells_.push_back(newLocation(i % 2 == 0 ? runtime::kNarrowest : runtime::kLane));
  }
}

Trace::~Trace() {
  if (!memory_.empty()) {
    runtime::clearCells(reinterpret_cast<std::uint64_t>(memory_.data()), memory_.size() * 8);
  }
  for (runtime::ThreadClocks& t : threads_) t.clocks.clear();
  for (runtime::Ring*& ring : runtime::tables.rings) {
    if (ring != nullptr) ::munmap(ring, runtime::Ring::bytes());
    ring = nullptr;
  }
  runtime::rt.past.scFence = runtime::rt.past.weakerAccess = false;
  for (std::uint32_t i = 0; i < runtime::rt.past.fences; ++i) {
    const runtime::Epochs& clock = runtime::rt.past.fenceClocks[i].current;
    runtime::release(const_cast<runtime::Epoch*>(clock.components),
                     clock.width * sizeof(runtime::Epoch));
  }
  runtime::rt.past.fences = 0;
  scFences_.clear();
  mutex_.clear();
}

std::int64_t Trace::value(std::uint32_t cell) const {
  return graph_[graph_.lastWrite(CellId{cell})].written;
}

Access Trace::randomAccess(std::uint32_t thread, std::uint32_t cell) {
  Access a;
  a.kind = std::initializer_list<Kind>{Kind::Read,        Kind::Write,     Kind::Update, Kind::Wait,
                                       Kind::BlockingCas, Kind::StrongCas, Kind::WeakCas}
               .begin()[rng_.weighted({6, 6, 2, 1, 1, 1, 1})];
  a.thread = thread;
  a.cell = cell;
  a.expected = rng_.between(0, 2);
  a.desired = rng_.between(0, 2);
  const bool sc = options_.scAccesses && rng_.chance(options_.scShare);
  if (a.kind == Kind::Read || a.kind == Kind::Wait) {
    a.order = rng_.pick({Order::Rlx, Order::Acq});
  } else if (a.kind == Kind::Write) {
    a.order = rng_.pick({Order::Rlx, Order::Rel});
  } else {
    a.order = rng_.pick({Order::Rlx, Order::Acq, Order::Rel, Order::AcqRel});
    a.failure = rng_.pick({Order::Rlx, Order::Acq});
  }
  if (!sc) return a;
  beginRecordingIf(true);
  a.order = a.failure = Order::Sc;
  if (!isRc11()) {
    runtime::beforeSeqCst(threads_[a.thread], scFences_);
  } else if (a.kind == Kind::StrongCas || a.kind == Kind::WeakCas) {
    if (rng_.chance(30)) a.failure = rng_.pick({Order::Rlx, Order::Acq});
    if (rng_.chance(20)) a.order = rng_.pick({Order::Rlx, Order::AcqRel});
  }
  return a;
}

void Trace::randomFence(std::uint32_t thread) {
  const Order order = options_.scFences && rng_.chance(40)
                          ? Order::Sc
                          : rng_.pick({Order::Acq, Order::Rel, Order::AcqRel});
  beginRecordingIf(order == Order::Sc);
  const Event e = fenceEvent(frame_, model_, idOf(thread), 0, order);
  graph_.add(e, latestSource(graph_, e));
  runtime::fence(threads_[thread], runtimeOrder(order), scFences_);
  paper_.fence(thread, order);
}

// For the axioms a mutex is a cell: taken by an acquiring update, released by a store.
void Trace::lockOrUnlock() {
  const CellId cell{options_.cells};
  Event e{.cell = cell};
  if (holder_ < 0) {
    holder_ = rng_.below(threads_.size());
    runtime::acquire(threads_[static_cast<std::size_t>(holder_)], mutex_);
    paper_.lock(static_cast<std::uint32_t>(holder_));
    e.kind = Event::Kind::Update;
    e.order = Order::Acq;
    e.written = 1;
    e.thread = idOf(static_cast<std::uint32_t>(holder_));
  } else {
    runtime::releaseTo(threads_[static_cast<std::size_t>(holder_)], mutex_);
    paper_.unlock(static_cast<std::uint32_t>(holder_));
    e.kind = Event::Kind::Write;
    e.order = Order::Rel;
    e.thread = idOf(static_cast<std::uint32_t>(holder_));
    holder_ = -1;
  }
  graph_.add(e, graph_.lastWrite(cell));
}

void Trace::handOver(ThreadId from, ThreadId to) {
  const CellId cell{options_.cells + 1 + options_.plain + handOvers_++};
  for (const ThreadId thread : {from, to}) {
    Event e{.thread = thread, .cell = cell};
    e.kind = thread == from ? Event::Kind::Write : Event::Kind::Read;
    e.order = thread == from ? Order::Rel : Order::Acq;
    graph_.add(e, graph_.lastWrite(cell));
  }
}

void Trace::replaceThread() {
  const std::uint32_t ended = rng_.below(threads_.size());
  const std::uint32_t creator = rng_.below(threads_.size());
  if (ended == creator || holder_ == ended || idsUsed_ == frame_.threads.size()) return;
  runtime::ThreadClocks& old = threads_[ended];
  runtime::tick(old);
  runtime::join(threads_[creator], old);
  const runtime::ThreadIndex index = old.thread;
  const runtime::Epoch epoch = old.epoch;
  old.clocks.clear();
  old = {};
  runtime::startThread(old, index, epoch, &threads_[creator]);
  handOver(idOf(ended), idOf(creator));
  ids_[ended] = idsUsed_++;
  handOver(idOf(creator), idOf(ended));
}

void Trace::beginRecordingIf(bool sc) {
  if (isRc11() && sc) runtime::beginRecording();
}

Access Trace::inGraph(Access a) const {
  a.thread = ids_[a.thread];
  return a;
}

runtime::Verdict Trace::verdict(const Access& a) const {
  const runtime::LocationClocks& cell = *cells_[a.cell];
  const runtime::ThreadClocks& t = threads_[a.thread];
  const runtime::Order order = runtimeOrder(a.order);
  const runtime::CasOrders orders{order, runtimeOrder(a.failure)};
  switch (a.kind) {
    case Kind::Read:
      return nothingToLearn(a) ? runtime::Verdict{} : runtime::checkRead(t, cell, order);
    case Kind::Write:
    case Kind::Update:
      return runtime::checkWrite(t, cell, order);
    case Kind::Wait:
      return runtime::checkWait(t, cell, order, bits(a.expected));
    case Kind::BlockingCas:
      return runtime::checkBlockingCas(t, cell, orders, bits(a.expected));
    case Kind::WeakCas:
      return runtime::checkWeakCas(t, cell, orders, bits(a.expected));
    case Kind::StrongCas:
      return runtime::checkStrongCas(t, cell, orders, bits(a.expected));
  }
  return {};
}

bool Trace::reported(const Access& a) const {
  const runtime::Verdict found = verdict(a);
  return found && !found.unjudged;
}

bool Trace::unjudged(const Access& a) const {
  return verdict(a).unjudged;
}

bool Trace::violation(const Access& a) const {
  return isViolation(frame_, graph_, model_, inGraph(a));
}

bool Trace::nothingToLearn(const Access& a) const {
  const runtime::LocationClocks& cell = *cells_[a.cell];
  return a.kind == Kind::Read &&
         runtime::nothingToLearn(threads_[a.thread], cell, cell.history.written(),
                                 runtimeOrder(a.order));
}

void Trace::perform(const Access& a) {
  const std::optional<Event> e = eventOf(inGraph(a), value(a.cell));
  if (!e) return;
  graph_.add(*e, graph_.lastWrite(e->cell));
  if (e->kind == Event::Kind::Read) {
    paper_.read(a.thread, a.cell, e->order, e->locked);
  } else {
    paper_.write(a.thread, a.cell, e->order, e->written, e->kind == Event::Kind::Update);
  }
  runtime::ThreadClocks& t = threads_[a.thread];
  runtime::LocationClocks& cell = *cells_[a.cell];
  const runtime::Order order = runtimeOrder(e->order);
  if (nothingToLearn(a) && runtime::leavesNoRecord(t, cell, cell.history.written(), order)) return;
  // As the entry points do it; those of runs under a model of C++ have rules of their own.
  constexpr runtime::Rules kCpp = runtime::Rules::Cpp;
  const bool cpp = runtime::isCpp();
  if (e->kind == Event::Kind::Read) {
    const bool known = cpp && runtime::knowsNewest(t, cell, t.current());
    if (e->locked) return runtime::failedCas(t, cell, order);
    return cpp ? runtime::readAs<kCpp>(t, cell, order, known) : runtime::read(t, cell, order);
  }
  const auto update = cpp ? runtime::change<true, kCpp> : runtime::update;
  const auto write = cpp ? runtime::change<false, kCpp> : runtime::write;
  (e->kind == Event::Kind::Update ? update : write)(t, cell, order, bits(e->written), {});
  if (e->order == Order::Sc && !isRc11()) runtime::afterSeqCst(t, scFences_);
}

bool Trace::plainAccess(std::uint32_t thread, std::uint32_t plain, bool write) {
  Event e{.thread = idOf(thread), .cell = CellId{options_.cells + 1 + plain}};
  e.kind = write ? Event::Kind::Write : Event::Kind::Read;
  e.order = Order::NonAtomic;
  graph_.add(e, graph_.lastWrite(e.cell));
  const auto address = reinterpret_cast<std::uint64_t>(&memory_[plain]);
  return runtime::recordPlain(threads_[thread], address, 8, write, 1).found;
}

bool Trace::raced() const {
  return dataRace(frame_, graph_, model_).has_value();
}

}  // namespace robur::testing
