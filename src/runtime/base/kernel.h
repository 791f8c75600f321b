// The runtime's own use of files.
//
// The functions of these names are replaced (intercept/descriptors.cpp), and the replacements are
// events of the program.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

namespace robur::runtime {

inline long kernelRead(int file, void* to, std::size_t bytes) {
  return ::syscall(SYS_read, file, to, bytes);
}
inline long kernelWrite(int file, const void* from, std::size_t bytes) {
  return ::syscall(SYS_write, file, from, bytes);
}
inline void kernelClose(int file) {
  ::syscall(SYS_close, file);
}
inline long kernelPipe(int (&ends)[2], int flags) {
  return ::syscall(SYS_pipe2, ends, flags);
}

}  // namespace robur::runtime
