// Text in the runtime's own memory. It is written by one system call, so that the reports of
// several processes do not interleave.
#pragma once

#include <cstddef>
#include <cstdint>

namespace robur::runtime {

class Text {
 public:
  Text() = default;
  ~Text();
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;

  Text& add(const char* text);
  Text& add(const char* text, std::size_t size);
  Text& addNumber(std::uint64_t number);
  Text& addHex(std::uint64_t number);
  Text& addQuoted(const char* text);  // as a JSON string

  void clear() { size_ = 0; }  // keeps the memory
  const char* c_str();
  std::size_t size() const { return size_; }
  void writeTo(int file);

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// Returns the line at `at` and advances `at` past it.
struct Line {
  const char* text = "";
  std::size_t size = 0;
};
Line nextLine(const char*& at);

}  // namespace robur::runtime
