// Exceptions: what compiled C++ asks the runtime library for when it throws and catches, as the C++
// ABI describes it. The translator itself only unwinds (exceptions.h); it calls nothing of this,
// but reads and writes the header of an exception and where it lands.
using size_t = decltype(sizeof 0);

extern "C" {
void* malloc(size_t);
void free(void*);
void __robur_unsupported(const char*);
}
namespace std {
[[noreturn]] void terminate() noexcept;
}

// Before the exception in memory, or alone if it stands for one that was thrown before: an
// exception that several threads throw again has a header for each throw.
struct alignas(16) Header {
  const void* type;
  void* adjusted;  // what the handler gets
  void* exception;
  void (*destroy)(void*);
  Header* primary;  // the header that is before the exception
  Header* next;     // of those that this thread handles
  int handlers;     // that are active; negative: and it was thrown again since
  int references;   // of the primary header: each throw and each exception_ptr
};

// Of each thread: the exception that is unwinding the stack, and which clause of the landing pad it
// matches; those that are handled; how many are not handled yet.
struct Landing {
  Header* header;
  int selector;
};
__thread Landing __robur_landing;
static __thread Header* handled;
static __thread unsigned uncaught;

extern "C" [[noreturn]] void __robur_raise(Header*, Landing*);

static void drop(Header* header) {
  Header* primary = header->primary;
  const bool last = __atomic_fetch_sub(&primary->references, 1, __ATOMIC_ACQ_REL) == 1;
  if (header != primary) free(header);
  if (!last) return;
  if (primary->destroy) primary->destroy(primary->exception);
  free(primary);
}
static Header* headerOf(void* exception) {
  return static_cast<Header*>(exception) - 1;
}

extern "C" {

void* __cxa_allocate_exception(size_t size) {
  auto* header = static_cast<Header*>(malloc(sizeof(Header) + size));
  *header = Header{};
  return header + 1;
}
void __cxa_free_exception(void* exception) {
  free(headerOf(exception));
}

Header* __cxa_init_primary_exception(void* exception, const void* type, void (*destroy)(void*)) {
  Header* header = headerOf(exception);
  header->type = type;
  header->exception = exception;
  header->destroy = destroy;
  header->primary = header;
  return header;
}
[[noreturn]] void __cxa_throw(void* exception, const void* type, void (*destroy)(void*)) {
  Header* header = __cxa_init_primary_exception(exception, type, destroy);
  header->references = 1;
  uncaught++;
  __robur_raise(header, &__robur_landing);
}
[[noreturn]] void __cxa_rethrow() {
  if (!handled) std::terminate();
  handled->handlers = -handled->handlers;
  uncaught++;
  __robur_raise(handled, &__robur_landing);
}
void* __cxa_get_exception_ptr(Header* header) {
  return header->adjusted;
}
void* __cxa_begin_catch(Header* header) {
  header->handlers = (header->handlers < 0 ? -header->handlers : header->handlers) + 1;
  uncaught--;
  if (handled != header) {
    header->next = handled;
    handled = header;
  }
  return header->adjusted;
}
void __cxa_end_catch() {
  Header* header = handled;
  if (!header) return;
  if (header->handlers < 0) {
    if (++header->handlers == 0) handled = header->next;
  } else if (--header->handlers == 0) {
    handled = header->next;
    drop(header);
  }
}
}

namespace std {

bool uncaught_exception() noexcept {
  return uncaught != 0;
}
int uncaught_exceptions() noexcept {
  return static_cast<int>(uncaught);
}

namespace __exception_ptr {
class exception_ptr {
  void* exception;

 public:
  explicit exception_ptr(void*) noexcept;
  ~exception_ptr() noexcept {
    if (exception) _M_release();
  }
  void _M_addref() noexcept;
  void _M_release() noexcept;
  void* _M_get() const noexcept;
};
exception_ptr::exception_ptr(void* exception) noexcept : exception(exception) {
  if (exception) _M_addref();
}
void exception_ptr::_M_addref() noexcept {
  __atomic_fetch_add(&headerOf(exception)->references, 1, __ATOMIC_RELAXED);
}
void exception_ptr::_M_release() noexcept {
  drop(headerOf(exception));
  exception = nullptr;
}
void* exception_ptr::_M_get() const noexcept {
  return exception;
}
}  // namespace __exception_ptr

using __exception_ptr::exception_ptr;
exception_ptr current_exception() noexcept {
  return exception_ptr(handled ? handled->exception : nullptr);
}
[[noreturn]] void rethrow_exception(exception_ptr pointer) {
  void* exception = pointer._M_get();
  auto* header = static_cast<Header*>(malloc(sizeof(Header)));
  *header = Header{};
  header->primary = headerOf(exception);
  header->type = header->primary->type;
  header->exception = exception;
  __atomic_fetch_add(&header->primary->references, 1, __ATOMIC_RELAXED);
  uncaught++;
  __robur_raise(header, &__robur_landing);
}

}  // namespace std

#include "library_errors.cc"
