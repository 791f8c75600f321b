#include "runtime/explore/explorer.h"

namespace robur::runtime {

namespace {

// Loads are recognised as waiting by what is in registers and on the stack, where values that the
// program does not use may differ.
bool isSameAction(const Action& a, const Action& b) {
  const auto kindOf = [](const Action& o) {
    const bool waits = o.kind == ActionKind::AwaitOutside || o.kind == ActionKind::Stop;
    return waits ? ActionKind::Load : o.kind;
  };
  return a.object == b.object && kindOf(a) == kindOf(b);
}

}  // namespace

void Explorer::begin() {
  execution_.clear();
  asleep_.clear();
  stopped_ = false;
}

Explorer::Frame& Explorer::frameAt(std::uint32_t at) {
  if (at == frames_.size()) frames_.push(Frame{SharedVector<Step>(heap_), 0, {}});
  return frames_[at];
}

int Explorer::choose(ThreadSet enabled, int running) {
  const std::uint32_t at = execution_.size();
  if (at < depth_) {
    Frame& frame = frames_[at];
    if (at == forced_) carried_ = frame.wakeup.takeFirst();
    return frame.wakeup.first().step.thread;
  }
  ThreadSet free = enabled;
  for (const Step& s : asleep_) free &= ~only(s.thread);
  if (carried_.empty()) {
    if (free == 0) {
      stopped_ = enabled != 0;
      return kNobody;
    }
    const bool goesOn = running != kNobody && (free & only(running)) != 0;
    const int thread = goesOn ? running : __builtin_ctzl(free);
    scratch_.clear();
    scratch_.push({{}, static_cast<std::uint8_t>(thread), false});
    carried_.insert(scratch_, false, heap_);
  }
  Frame& frame = frameAt(depth_++);
  frame.sleep.clear();
  for (const Step& s : asleep_) frame.sleep.push(s);
  frame.inherited = frame.sleep.size();
  frame.wakeup = carried_;
  carried_ = frame.wakeup.takeFirst();
  return frame.wakeup.first().step.thread;
}

bool Explorer::made(int thread, const Action& action, std::uint64_t before) {
  const std::uint32_t at = execution_.size();
  bool repeats = true;
  if (at < forced_) {
    const ExecutedEvent* const last = execution_.earlier(at);
    repeats = last != nullptr && last->step.thread == thread && last->before == before &&
              isSameAction(last->step.action, action);
  }
  Frame& frame = frames_[at];
  Step& step = frame.wakeup.first().step;
  const bool writes = action.writesAt(before);
  if (step.action.object != 0) {  // foreseen, not only a thread that was as good as any
    repeats &= isSameAction(step.action, action) && step.writes == writes;
  }
  step = {action, static_cast<std::uint8_t>(thread), writes};
  execution_.append(thread, action, before);
  asleep_.clear();
  for (const Step& s : frame.sleep) {
    if (!dependent(s, step)) asleep_.push(s);
  }
  return repeats;
}

bool Explorer::end(ThreadSet waiting, const Action* pending) {
  redundant_ += stopped_;
  const auto reverseAll = [&](const Late& late) {
    racesOf(execution_, late, [&](std::uint32_t at, const Late& l) { reverse(at, l); });
  };
  for (std::uint32_t i = 0; i < execution_.size(); ++i) {
    const ExecutedEvent& e = execution_[i];
    reverseAll({e.step.thread, e.step.action, e.own, e.step.writes, e.previous});
  }
  for (; waiting != 0; waiting &= waiting - 1) {
    const int t = __builtin_ctzl(waiting);
    reverseAll({t, pending[t], execution_.known(t), false, execution_.lastOn(pending[t].object)});
  }
  return next();
}

// The events after the earlier one that do not know it, and then the later one.
void Explorer::reverse(std::uint32_t at, const Late& late) {
  const ExecutedEvent& early = execution_[at];
  scratch_.clear();
  for (std::uint32_t i = at + 1; i < execution_.size(); ++i) {
    if (!early.isIn(execution_[i].past)) scratch_.push(execution_[i].step);
  }
  // Whether it writes there may differ from what it did.
  scratch_.push(
      {late.action, static_cast<std::uint8_t>(late.thread), late.action.writesAt(early.before)});
  Frame& frame = frames_[at];
  for (const Step& s : frame.sleep) {
    if (isWeakInitial(s, scratch_)) return;
  }
  if (isWeakInitial(frame.wakeup.first().step, scratch_)) return;
  frame.wakeup.insert(scratch_, true, heap_);
}

bool Explorer::next() {
  carried_.clear(heap_);
  for (; depth_ > 0; --depth_) {
    Frame& frame = frames_[depth_ - 1];
    frame.sleep.push(frame.wakeup.first().step);
    frame.wakeup.removeFirst(heap_);
    if (frame.wakeup.empty()) continue;
    forced_ = depth_ - 1;
    return true;
  }
  return false;
}

double Explorer::share() const {
  double done = 0, share = 1;
  for (std::uint32_t i = 0; i < depth_; ++i) {
    const Frame& frame = frames_[i];
    const double before = frame.sleep.size() - frame.inherited;
    const double width = before + frame.wakeup.width();
    done += share * before / width;
    share /= width;
  }
  return done;
}

}  // namespace robur::runtime
