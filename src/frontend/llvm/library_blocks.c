// Blocks of memory whose size may not be known during translation, and text that is put together in
// memory. Part of library.c.
typedef __builtin_va_list Arguments;
extern size_t __robur_size(const void*);
extern void free(void*);

// Calls of memcpy, memmove and memset come here if their size is no constant in the text (sized_blocks.h).
// Words are copied where the size allows it, so that pointers stay whole. A loop with a small bound
// is executed during translation, so that every access is to a known distance.
enum { kMostSteps = 20 };
#define EACH(count, what)                     \
  for (size_t i = 0; i < kMostSteps; i++) {   \
    if (i == (count)) return to;              \
    what;                                     \
  }                                           \
  if ((count) == kMostSteps) return to;       \
  __robur_unsupported("the size of this copy depends on shared memory and is too large")

void* __robur_copy(char* to, const char* from, size_t size) {
  if (__robur_known(size)) return __builtin_memcpy(to, from, size);
  if (size % sizeof(long) == 0) {
    EACH(size / sizeof(long), ((long*)to)[i] = ((const long*)from)[i]);
  } else if (size % sizeof(int) == 0) {
    EACH(size / sizeof(int), ((int*)to)[i] = ((const int*)from)[i]);
  } else {
    EACH(size, to[i] = from[i]);
  }
  return to;
}
// Where the target comes after the source and may overlap it, the end is copied first.
#define EACH_FROM_THE_END(count, what)                                                       \
  if ((count) > kMostSteps) {                                                                \
    __robur_unsupported("the size of this copy depends on shared memory and is too large");  \
  }                                                                                          \
  for (size_t i = kMostSteps; i-- > 0;) {                                                    \
    if (i < (count)) what;                                                                   \
  }                                                                                          \
  return to
void* __robur_move(char* to, const char* from, size_t size) {
  if (__robur_known(size)) return __builtin_memmove(to, from, size);
  if (to <= from) return __robur_copy(to, from, size);
  if (size % sizeof(long) == 0) {
    EACH_FROM_THE_END(size / sizeof(long), ((long*)to)[i] = ((const long*)from)[i]);
  } else if (size % sizeof(int) == 0) {
    EACH_FROM_THE_END(size / sizeof(int), ((int*)to)[i] = ((const int*)from)[i]);
  } else {
    EACH_FROM_THE_END(size, to[i] = from[i]);
  }
}
#undef EACH_FROM_THE_END
void* __robur_fill(unsigned char* to, int byte, size_t size) {
  if (__robur_known(size)) return __builtin_memset(to, byte, size);
  if (size % sizeof(long) == 0) {
    EACH(size / sizeof(long), ((long*)to)[i] = 0x0101010101010101 * (unsigned char)byte);
  } else {
    EACH(size, to[i] = (unsigned char)byte);
  }
  return to;
}
#undef EACH

void* realloc(void* old, size_t size) {
  if (!old) return malloc(size);
  size_t before = __robur_size(old);
  void* now = malloc(size);
  __robur_copy(now, old, before < size ? before : size);
  free(old);
  return now;
}
void* reallocarray(void* old, size_t count, size_t size) { return realloc(old, count * size); }

// Formats of integers, characters and strings.
struct Text {
  char* to;
  size_t room, length;
};
static void put(struct Text* text, char letter) {
  if (text->length + 1 < text->room) text->to[text->length] = letter;
  text->length++;
}
static void putDigits(struct Text* text, unsigned long value, unsigned base, const char* digits) {
  char reversed[24];
  int count = 0;
  do reversed[count++] = digits[value % base];
  while (value /= base);
  while (count > 0) put(text, reversed[--count]);
}
static long numberOf(Arguments list, int size, int isSigned) {
  if (size > 0) return __builtin_va_arg(list, long);
  return isSigned ? (long)__builtin_va_arg(list, int) : (long)__builtin_va_arg(list, unsigned);
}
int vsnprintf(char* to, size_t room, const char* format, Arguments list) {
  struct Text text = {to, room, 0};
  for (; *format; format++) {
    if (*format != '%') {
      put(&text, *format);
      continue;
    }
    int size = 0;
    format++;
    while (*format == 'l' || *format == 'z' || *format == 'j' || *format == 't') format++, size++;
    if (*format == '%') {
      put(&text, '%');
    } else if (*format == 'c') {
      put(&text, (char)__builtin_va_arg(list, int));
    } else if (*format == 's') {
      for (const char* from = __builtin_va_arg(list, const char*); *from; from++) put(&text, *from);
    } else if (*format == 'd' || *format == 'i') {
      long value = numberOf(list, size, 1);
      if (value < 0) put(&text, '-');
      putDigits(&text, value < 0 ? -(unsigned long)value : (unsigned long)value, 10, "0123456789");
    } else if (*format == 'u') {
      putDigits(&text, (unsigned long)numberOf(list, size, 0), 10, "0123456789");
    } else if (*format == 'x' || *format == 'X') {
      putDigits(&text, (unsigned long)numberOf(list, size, 0), 16,
                *format == 'x' ? "0123456789abcdef" : "0123456789ABCDEF");
    } else {
      __robur_unsupported("of formats, only %d, %i, %u, %x, %c, %s and %% without a width are supported");
    }
  }
  if (room > 0) to[text.length < room ? text.length : room - 1] = 0;
  return (int)text.length;
}
int snprintf(char* to, size_t room, const char* format, ...) {
  Arguments list;
  __builtin_va_start(list, format);
  int length = vsnprintf(to, room, format, list);
  __builtin_va_end(list);
  return length;
}
int vsprintf(char* to, const char* format, Arguments list) {
  return vsnprintf(to, (size_t)-1, format, list);
}
int sprintf(char* to, const char* format, ...) {
  Arguments list;
  __builtin_va_start(list, format);
  int length = vsnprintf(to, (size_t)-1, format, list);
  __builtin_va_end(list);
  return length;
}
