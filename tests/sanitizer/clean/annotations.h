/* What programs declare themselves to speak to a sanitizer. */
#pragma once

#include <stddef.h>

extern "C" {
void __tsan_acquire(void*);
void __tsan_release(void*);
void __tsan_ignore_thread_begin();
void __tsan_ignore_thread_end();
void __tsan_mutex_create(void*, unsigned);
void __tsan_mutex_destroy(void*, unsigned);
void __tsan_mutex_pre_lock(void*, unsigned);
void __tsan_mutex_post_lock(void*, unsigned, int);
int __tsan_mutex_pre_unlock(void*, unsigned);
void __tsan_mutex_post_unlock(void*, unsigned);
void AnnotateHappensBefore(const char*, int, const volatile void*);
void AnnotateHappensAfter(const char*, int, const volatile void*);
void AnnotateIgnoreReadsBegin(const char*, int);
void AnnotateIgnoreReadsEnd(const char*, int);
void AnnotateRWLockAcquired(const char*, int, const volatile void*, long);
void AnnotateRWLockReleased(const char*, int, const volatile void*, long);
void AnnotateBenignRaceSized(const char*, int, const volatile void*, size_t, const char*);
void AnnotateNewMemory(const char*, int, const volatile void*, size_t);
}
