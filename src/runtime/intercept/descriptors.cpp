// Synchronisation through file descriptors: who reads from a pipe happens after who wrote to it.
//
// Descriptors are in groups: both ends of a pipe or a socket pair, an eventfd, an epoll instance,
// and all duplicates. Descriptors of unknown origin are one group, and sockets too, since both ends
// of a connection may be in this process. What is written to a group is passed on to all that read
// from it later. That may be more than the bytes say, and can hide a race.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/intercept/intercept.h"
#include "runtime/schedule/steps.h"

using namespace robur::runtime;

namespace {

constexpr std::uint32_t kGroups = RuntimeTables::kDescriptors;
constexpr std::uint64_t kUnknown = 0;  // groups
constexpr std::uint64_t kSockets = 1;

bool hasEntry(int file) {
  return file >= 0 && static_cast<std::uint32_t>(file) < kGroups;
}
std::uint64_t groupOf(int file) {
  return hasEntry(file) ? tables.descriptors[file].load(std::memory_order_relaxed) : kUnknown;
}
void setGroup(int file, std::uint64_t group) {
  if (hasEntry(file)) tables.descriptors[file].store(group, std::memory_order_relaxed);
}
// After very many groups, numbers come again: two groups are one then.
std::uint64_t newGroup() {
  return 2 + rt.process.descriptorGroups.fetch_add(1, std::memory_order_relaxed) % (kGroups - 2);
}
// The address of a table entry stands for the group with its number.
const void* objectOf(int file) {
  return &tables.descriptors[groupOf(file)];
}

void acquireFrom(int file) {
  const int error = errno;
  acquireCount(objectOf(file));
  errno = error;
}

// schedule=exhaust does not explore when data arrive.
void noteInput() {
  if (interleaving()) noteDoubt(Doubt::Input);
  accessChanged();
}

// Whether a call that reads would wait now.
bool wouldWait(int file, int flags) {
  if (!scheduled() || (flags & MSG_DONTWAIT) != 0) return false;
  if ((::fcntl(file, F_GETFL) & O_NONBLOCK) != 0) return false;
  pollfd one{file, POLLIN, 0};
  return ::poll(&one, 1, 0) == 0;
}

// Under a controlled schedule a thread that would wait for data lets others run, as for a lock.
struct Receiver {
  int flags = 0;

  template <class Call>
  auto operator()(int file, const Call& call) const {
    constexpr int kTries = 10000;
    const int error = errno;
    noteInput();
    if (!exploring()) schedulePoint({});
    for (int i = 0; !exploring() && wouldWait(file, flags) && i < kTries; ++i) {
      scheduleBlocked(BlockedOn::Unlock);
    }
    errno = error;
    const auto result = wouldWait(file, flags) ? waiting(call) : call();
    if (result >= 0) acquireFrom(file);
    return result;
  }
};
constexpr Receiver receive;

template <class Call>
auto transmit(int file, const Call& call) {
  accessChanged();
  if (!exploring()) schedulePoint({});
  releaseShared(objectOf(file));
  const auto result = call();
  scheduleChanged(BlockedOn::Unlock);
  return result;
}

// Calls that make descriptors return 0 or the new one.
int made(int result, std::initializer_list<int> files, std::uint64_t group) {
  if (result < 0) return result;
  for (const int file : files) setGroup(file, group);
  return result;
}

}  // namespace

#define ROBUR_ALL(...) __VA_ARGS__
#define ROBUR_TRANSFER(HOW, RESULT, NAME, PARAMETERS, ARGUMENTS)      \
  ROBUR_REPLACE(RESULT, NAME, ROBUR_ALL PARAMETERS) {                 \
    return HOW(file, [&] { return ROBUR_ORIGINAL(NAME) ARGUMENTS; }); \
  }
#define ROBUR_MAKES(NAME, PARAMETERS, ARGUMENTS, GROUP) \
  ROBUR_REPLACE(int, NAME, ROBUR_ALL PARAMETERS) {      \
    const int file = ROBUR_ORIGINAL(NAME) ARGUMENTS;    \
    return made(file, {file}, GROUP);                   \
  }

ROBUR_TRANSFER(receive, ssize_t, read, (int file, void* to, size_t size), (file, to, size))
ROBUR_TRANSFER(receive, ssize_t, __read_chk, (int file, void* to, size_t size, size_t room),
               (file, to, size, room))
ROBUR_TRANSFER(receive, ssize_t, readv, (int file, const iovec* to, int count), (file, to, count))
ROBUR_TRANSFER(Receiver{flags}, ssize_t, recv, (int file, void* to, size_t size, int flags),
               (file, to, size, flags))
ROBUR_TRANSFER(Receiver{flags}, ssize_t, __recv_chk,
               (int file, void* to, size_t size, size_t room, int flags),
               (file, to, size, room, flags))
ROBUR_TRANSFER(Receiver{flags}, ssize_t, recvfrom,
               (int file, void* to, size_t size, int flags, sockaddr* from, socklen_t* length),
               (file, to, size, flags, from, length))
ROBUR_TRANSFER(Receiver{flags}, ssize_t, __recvfrom_chk,
               (int file, void* to, size_t size, size_t room, int flags, sockaddr* from,
                socklen_t* length),
               (file, to, size, room, flags, from, length))
ROBUR_TRANSFER(Receiver{flags}, ssize_t, recvmsg, (int file, msghdr* message, int flags),
               (file, message, flags))
ROBUR_TRANSFER(receive, int, eventfd_read, (int file, eventfd_t* value), (file, value))

ROBUR_TRANSFER(transmit, ssize_t, write, (int file, const void* from, size_t size),
               (file, from, size))
ROBUR_TRANSFER(transmit, ssize_t, writev, (int file, const iovec* from, int count),
               (file, from, count))
ROBUR_TRANSFER(transmit, ssize_t, send, (int file, const void* from, size_t size, int flags),
               (file, from, size, flags))
ROBUR_TRANSFER(transmit, ssize_t, sendto,
               (int file, const void* from, size_t size, int flags, const sockaddr* to,
                socklen_t length),
               (file, from, size, flags, to, length))
ROBUR_TRANSFER(transmit, ssize_t, sendmsg, (int file, const msghdr* message, int flags),
               (file, message, flags))
ROBUR_TRANSFER(transmit, int, eventfd_write, (int file, eventfd_t value), (file, value))
ROBUR_TRANSFER(transmit, int, shutdown, (int file, int how), (file, how))
ROBUR_TRANSFER(transmit, int, connect, (int file, const sockaddr* to, socklen_t length),
               (file, to, length))

// Who is told of an event happens after who has registered it, and after a change of it.
ROBUR_TRANSFER(transmit, int, epoll_ctl, (int file, int what, int other, epoll_event* event),
               (file, what, other, event))
ROBUR_REPLACE(int, epoll_wait, int file, epoll_event* events, int most, int timeout) {
  const auto call = [&] { return ROBUR_ORIGINAL(epoll_wait)(file, events, most, timeout); };
  if (timeout < 0) return receive(file, call);
  noteInput();
  const int count = call();
  if (count > 0) acquireFrom(file);
  return count;
}

ROBUR_REPLACE(int, pipe, int* ends) {
  const int result = ROBUR_ORIGINAL(pipe)(ends);
  return made(result, {ends[0], ends[1]}, newGroup());
}
ROBUR_REPLACE(int, pipe2, int* ends, int flags) {
  const int result = ROBUR_ORIGINAL(pipe2)(ends, flags);
  return made(result, {ends[0], ends[1]}, newGroup());
}
ROBUR_REPLACE(int, socketpair, int domain, int type, int protocol, int* ends) {
  const int result = ROBUR_ORIGINAL(socketpair)(domain, type, protocol, ends);
  return made(result, {ends[0], ends[1]}, newGroup());
}
ROBUR_MAKES(socket, (int domain, int type, int protocol), (domain, type, protocol), kSockets)
ROBUR_MAKES(eventfd, (unsigned count, int flags), (count, flags), newGroup())
ROBUR_MAKES(epoll_create, (int size), (size), newGroup())
ROBUR_MAKES(epoll_create1, (int flags), (flags), newGroup())
ROBUR_MAKES(dup, (int old), (old), groupOf(old))
ROBUR_MAKES(dup2, (int old, int wanted), (old, wanted), groupOf(old))
ROBUR_MAKES(dup3, (int old, int wanted, int flags), (old, wanted, flags), groupOf(old))
ROBUR_REPLACE(int, accept, int file, sockaddr* from, socklen_t* length) {
  const int fresh = receive(file, [&] { return ROBUR_ORIGINAL(accept)(file, from, length); });
  return made(fresh, {fresh}, kSockets);
}
ROBUR_REPLACE(int, accept4, int file, sockaddr* from, socklen_t* length, int flags) {
  const int fresh =
      receive(file, [&] { return ROBUR_ORIGINAL(accept4)(file, from, length, flags); });
  return made(fresh, {fresh}, kSockets);
}

// The reader of a pipe sees its end. The group is forgotten first, since another thread may get the
// same number at once.
ROBUR_REPLACE(int, close, int file) {
  releaseShared(objectOf(file));
  setGroup(file, kUnknown);
  const int result = ROBUR_ORIGINAL(close)(file);
  scheduleChanged(BlockedOn::Unlock);
  return result;
}
