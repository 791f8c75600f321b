// The exceptions of the standard library, and the functions that throw them. Part of
// library_exceptions.cc. Tables of virtual functions and types come with the destructors.
namespace std {

template <class>
struct char_traits;
template <class>
class allocator;
inline namespace __cxx11 __attribute__((__abi_tag__("cxx11"))) {
  template <class, class, class>
  struct basic_string {
    const char* text;
    size_t length;
    char room[16];
  };
}  // namespace )
using string = basic_string<char, char_traits<char>, allocator<char>>;

class exception {
 public:
  virtual ~exception() noexcept;
  virtual const char* what() const noexcept;
};
exception::~exception() noexcept {}
const char* exception::what() const noexcept {
  return "std::exception";
}

#define SIMPLE(NAME, BASE)                      \
  class NAME : public BASE {                    \
   public:                                      \
    ~NAME() noexcept override;                  \
    const char* what() const noexcept override; \
  };                                            \
  NAME::~NAME() noexcept {}
SIMPLE(bad_exception, exception)
SIMPLE(bad_alloc, exception)
SIMPLE(bad_array_new_length, bad_alloc)
SIMPLE(bad_cast, exception)
SIMPLE(bad_typeid, exception)
SIMPLE(bad_function_call, exception)
#undef SIMPLE
const char* bad_exception::what() const noexcept {
  return "std::bad_exception";
}
const char* bad_alloc::what() const noexcept {
  return "std::bad_alloc";
}
const char* bad_array_new_length::what() const noexcept {
  return "std::bad_array_new_length";
}
const char* bad_cast::what() const noexcept {
  return "std::bad_cast";
}
const char* bad_typeid::what() const noexcept {
  return "std::bad_typeid";
}
const char* bad_function_call::what() const noexcept {
  return "bad_function_call";
}

// The only one that declares what() first.
class bad_weak_ptr : public exception {
 public:
  const char* what() const noexcept override;
  ~bad_weak_ptr() noexcept override;
};
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char* bad_weak_ptr::what() const noexcept {
  return "bad_weak_ptr";
}

// Each exception has a copy of its text. None: the text depends on shared memory, or is not known.
static char* copyOf(const char* text) {
  if (!text) return nullptr;
  size_t length = 0;
  while (text[length]) length++;
  char* to = static_cast<char*>(malloc(length + 1));
  for (size_t i = 0; i <= length; i++) to[i] = text[i];
  return to;
}
static const char* known(const char* text) {
  if (!text) __robur_unsupported("the text of this exception is not known");
  return text;
}

#define WITH_TEXT(NAME)                                                \
  class NAME : public exception {                                      \
    char* text;                                                        \
                                                                       \
   public:                                                             \
    explicit NAME(const char* text);                                   \
    explicit NAME(const string& text);                                 \
    NAME(const NAME& other) noexcept;                                  \
    NAME(NAME&& other) noexcept;                                       \
    NAME& operator=(const NAME& other) noexcept;                       \
    NAME& operator=(NAME&& other) noexcept;                            \
    ~NAME() noexcept override;                                         \
    const char* what() const noexcept override;                        \
  };                                                                   \
  NAME::NAME(const char* text) : text(copyOf(text)) {}                 \
  NAME::NAME(const string& text) : text(copyOf(text.text)) {}          \
  NAME::NAME(const NAME& other) noexcept : text(copyOf(other.text)) {} \
  NAME::NAME(NAME&& other) noexcept : text(copyOf(other.text)) {}      \
  NAME& NAME::operator=(const NAME& other) noexcept {                  \
    char* old = text;                                                  \
    text = copyOf(other.text);                                         \
    free(old);                                                         \
    return *this;                                                      \
  }                                                                    \
  NAME& NAME::operator=(NAME&& other) noexcept {                       \
    return *this = static_cast<const NAME&>(other);                    \
  }                                                                    \
  NAME::~NAME() noexcept {                                             \
    free(text);                                                        \
  }                                                                    \
  const char* NAME::what() const noexcept {                            \
    return known(text);                                                \
  }
WITH_TEXT(logic_error)
WITH_TEXT(runtime_error)
#undef WITH_TEXT

#define DERIVED(NAME, BASE)                      \
  class NAME : public BASE {                     \
   public:                                       \
    explicit NAME(const char* text);             \
    explicit NAME(const string& text);           \
    ~NAME() noexcept override;                   \
  };                                             \
  NAME::NAME(const char* text) : BASE(text) {}   \
  NAME::NAME(const string& text) : BASE(text) {} \
  NAME::~NAME() noexcept {}
DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)
#undef DERIVED

// Categories of errors are known by their addresses. Their texts are not known.
class error_condition;
class error_code;
inline namespace _V2 {
class error_category {
 public:
  virtual ~error_category();
  virtual const char* name() const noexcept = 0;
  __attribute__((__abi_tag__("cxx11"))) virtual void* _M_message(int) const;
  virtual string message(int) const = 0;
  virtual error_condition default_error_condition(int) const noexcept;
  virtual bool equivalent(int, const error_condition&) const noexcept;
  virtual bool equivalent(const error_code&, int) const noexcept;
};
}  // namespace _V2
class error_code {
 public:
  int value;
  const error_category* category;
  error_condition default_error_condition() const noexcept;
};
class error_condition {
 public:
  int value;
  const error_category* category;
};
error_category::~error_category() {}
void* error_category::_M_message(int) const {
  __robur_unsupported("the text of this error is not known");
  return nullptr;
}
error_condition error_category::default_error_condition(int value) const noexcept {
  return error_condition{value, this};
}
bool error_category::equivalent(int value, const error_condition& condition) const noexcept {
  const error_condition own = default_error_condition(value);
  return own.category == condition.category && own.value == condition.value;
}
bool error_category::equivalent(const error_code& code, int value) const noexcept {
  return code.category == this && code.value == value;
}
error_condition error_code::default_error_condition() const noexcept {
  return category->default_error_condition(value);
}

class NamedCategory : public error_category {
  const char* text;

 public:
  constexpr explicit NamedCategory(const char* text) : text(text) {}
  const char* name() const noexcept override { return text; }
  string message(int) const override {
    __robur_unsupported("the text of this error is not known");
    return string{};
  }
};
static constinit const NamedCategory generic("generic");
static constinit const NamedCategory future("future");
inline namespace _V2 {
const error_category& generic_category() noexcept {
  return generic;
}
}  // namespace _V2
const error_category& future_category() noexcept {
  return future;
}

// Most numbers of the system mean the same as those of C.
class SystemCategory : public NamedCategory {
 public:
  constexpr SystemCategory() : NamedCategory("system") {}
  error_condition default_error_condition(int value) const noexcept override {
    constexpr int kLastOfC = 34;
    if (value < 0 || value > kLastOfC) {
      __robur_unsupported("whether this error of the system is one of C is not known");
    }
    return value == 0 ? error_condition{0, this} : error_condition{value, &generic};
  }
};
static constinit const SystemCategory systemErrors;
inline namespace _V2 {
const error_category& system_category() noexcept {
  return systemErrors;
}
}  // namespace _V2

class system_error : public runtime_error {
 public:
  error_code code;
  explicit system_error(error_code code)
      : runtime_error(static_cast<const char*>(nullptr)), code(code) {}
  ~system_error() noexcept override;
};
system_error::~system_error() noexcept {}
[[noreturn]] void __throw_system_error(int value) {
  throw system_error(error_code{value, &generic_category()});
}

[[noreturn]] void __throw_bad_exception() {
  throw bad_exception();
}
[[noreturn]] void __throw_bad_alloc() {
  throw bad_alloc();
}
[[noreturn]] void __throw_bad_array_new_length() {
  throw bad_array_new_length();
}
[[noreturn]] void __throw_bad_cast() {
  throw bad_cast();
}
[[noreturn]] void __throw_bad_typeid() {
  throw bad_typeid();
}
[[noreturn]] void __throw_bad_function_call() {
  throw bad_function_call();
}
[[noreturn]] void __throw_logic_error(const char* text) {
  throw logic_error(text);
}
[[noreturn]] void __throw_domain_error(const char* text) {
  throw domain_error(text);
}
[[noreturn]] void __throw_invalid_argument(const char* text) {
  throw invalid_argument(text);
}
[[noreturn]] void __throw_length_error(const char* text) {
  throw length_error(text);
}
[[noreturn]] void __throw_out_of_range(const char* text) {
  throw out_of_range(text);
}
[[noreturn]] void __throw_runtime_error(const char* text) {
  throw runtime_error(text);
}
[[noreturn]] void __throw_range_error(const char* text) {
  throw range_error(text);
}
[[noreturn]] void __throw_overflow_error(const char* text) {
  throw overflow_error(text);
}
[[noreturn]] void __throw_underflow_error(const char* text) {
  throw underflow_error(text);
}

// The numbers in the text are not computed.
[[noreturn]] void __throw_out_of_range_fmt(const char*, ...) {
  throw out_of_range(static_cast<const char*>(nullptr));
}

}  // namespace std

extern "C" {
[[noreturn]] void __cxa_bad_cast() {
  throw std::bad_cast();
}
[[noreturn]] void __cxa_bad_typeid() {
  throw std::bad_typeid();
}
[[noreturn]] void __cxa_throw_bad_array_new_length() {
  throw std::bad_array_new_length();
}
}
