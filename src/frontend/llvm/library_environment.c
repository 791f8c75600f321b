// What a program asks its surroundings: they are as small as they can be, and a clock shows zero or
// a time after every limit. Part of library.c.
extern void __robur_note(const char*);
extern void* malloc(size_t);
extern void* calloc(size_t, size_t);
extern void* aligned_alloc(size_t, size_t);

char* getenv(const char* name) {
  __robur_note("getenv finds no variable: the environment is empty");
  return 0;
}
char* secure_getenv(const char* name) { return getenv(name); }
int getpid(void) { return 1; }
int gettid(void) {
  __robur_numbered("this uses which thread it is");
  return (int)pthread_self() + 1;
}
int getpagesize(void) { return 4096; }
int get_nprocs(void) { return 2; }
int get_nprocs_conf(void) { return 2; }
int sched_getaffinity(int process, size_t size, unsigned long* to) {
  __robur_note("threads may run on the processors 0 and 1");
  __builtin_memset(to, 0, size);
  *to = 3;
  return 0;
}
int pthread_getaffinity_np(unsigned long thread, size_t size, unsigned long* to) {
  return sched_getaffinity(0, size, to);
}
int sched_getcpu(void) {
  __robur_note("every thread is taken to run on processor 0");
  return 0;
}
long sysconf(int name) {
  enum { kPageSize = 30, kConfigured = 83, kOnline = 84 };
  if (name == kPageSize) return 4096;
  if (name == kConfigured || name == kOnline) return 2;
  __robur_note("sysconf knows the page size, 4096, and the number of processors, 2; other limits are not known");
  return -1;
}

struct Time {
  long seconds, parts;
};
static long now(void) {
  __robur_note("a clock shows zero or a time after every limit");
  return late() ? 1L << 30 : 0;
}
int clock_gettime(int clock, struct Time* to) { return to->seconds = now(), to->parts = 0; }
int timespec_get(struct Time* to, int base) { return clock_gettime(0, to), base; }
int gettimeofday(struct Time* to, void* zone) { return clock_gettime(0, to); }
long time(long* to) {
  long seconds = now();
  if (to) *to = seconds;
  return seconds;
}
long clock(void) { return now(); }
// The counter of the processor (integer_intrinsics.cpp).
unsigned long __robur_cycles(void) { return (unsigned long)now() << 30; }
int poll(void* files, unsigned long count, int limit) {
  __robur_note("poll is treated as a pause in which nothing arrives");
  return 0;
}
int select(int count, void* in, void* out, void* failed, void* limit) {
  __robur_note("select is treated as a pause in which nothing arrives");
  return 0;
}

int posix_memalign(void** to, size_t alignment, size_t size) {
  *to = aligned_alloc(alignment, size);
  return 0;
}
void* memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }
void* valloc(size_t size) { return aligned_alloc(4096, size); }
void* mmap(void* at, size_t size, int protection, int flags, int file, long offset) {
  enum { kAnonymous = 0x20 };
  if (!(flags & kAnonymous)) __robur_unsupported("mapping a file is not supported");
  return __builtin_memset(aligned_alloc(4096, size), 0, size);
}
int munmap(void* at, size_t size) { return 0; }

int strcmp(const char* a, const char* b) {
  while (*a && *a == *b) a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}
int strncmp(const char* a, const char* b, size_t size) {
  for (; size > 0; size--, a++, b++) {
    if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b;
  }
  return 0;
}
char* strcpy(char* to, const char* from) {
  size_t i = 0;
  for (; from[i]; i++) to[i] = from[i];
  to[i] = 0;
  return to;
}
char* strncpy(char* to, const char* from, size_t size) {
  size_t i = 0;
  for (; i < size && from[i]; i++) to[i] = from[i];
  for (; i < size; i++) to[i] = 0;
  return to;
}
size_t strnlen(const char* text, size_t most) {
  size_t length = 0;
  while (length < most && text[length]) length++;
  return length;
}
char* strchr(const char* text, int letter) {
  for (;; text++) {
    if (*text == (char)letter) return (char*)text;
    if (!*text) return 0;
  }
}
void* memchr(const unsigned char* block, int byte, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (block[i] == (unsigned char)byte) return (void*)&block[i];
  }
  return 0;
}
char* strdup(const char* text) { return strcpy(malloc(strlen(text) + 1), text); }
