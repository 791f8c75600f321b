#include "runtime/report/findings.h"

#include "runtime/threads/thread.h"

namespace robur::runtime {

const char* nameOf(ReportKind kind) {
  return kind == ReportKind::Race ? "race" : "robustness";
}

const char* titleOf(ReportKind kind) {
  return kind == ReportKind::Race ? "data race" : "robustness violation";
}

const char* nameOf(Operation operation) {
  switch (operation) {
    case Operation::Load:
      return "load";
    case Operation::Store:
      return "store";
    case Operation::Update:
      return "read-modify-write";
    case Operation::CompareExchange:
      return "compare-exchange";
    case Operation::PlainRead:
      return "plain read";
    case Operation::PlainWrite:
      return "plain write";
    case Operation::AtomicRead:
      return "atomic read";
    case Operation::AtomicWrite:
      return "atomic write";
    case Operation::Free:
      return "release of the block";
  }
  return "";
}

WriteInfo writeInfo(const History& history, int position) {
  if (position < 0) return {};
  const auto at = static_cast<std::uint32_t>(position);
  const Write& write = history[at];
  WriteInfo info{true, write.thread == kNoThread, history.value(at), {}};
  info.access.operation = write.rmw ? Operation::Update : Operation::Store;
  info.access.thread = info.initial ? 0 : numberOfThread(write.thread);
  info.access.site = history.site(at);
  info.access.order = write.order;
  return info;
}

}  // namespace robur::runtime
