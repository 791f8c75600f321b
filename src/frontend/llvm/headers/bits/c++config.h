// The configuration of libstdc++, but for two things. What lies compiled in its shared object
// (strings, for one) is compiled again, where it can be read. And both counts of a shared pointer
// are not read at once, which the library does only where no sanitizer is to see them.
#line 5 "/usr/include/robur/bits/c++config.h"
#include_next <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#ifndef _GLIBCXX_TSAN
#define _GLIBCXX_TSAN 1
#endif
