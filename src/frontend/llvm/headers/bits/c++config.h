// The configuration of libstdc++, with two changes. Templates that are compiled in its shared object
// (strings, for example) are instantiated again, where they can be translated. And the two counts of
// a shared pointer are not read at once, which the library does unless a sanitizer is used.
#line 5 "/usr/include/robur/bits/c++config.h"
#include_next <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#ifndef _GLIBCXX_TSAN
#define _GLIBCXX_TSAN 1
#endif
