#include "runtime/text/text.h"

#include <unistd.h>

#include <cstring>

#include "runtime/base/kernel.h"
#include "runtime/memory/arena.h"

namespace robur::runtime {

Text::~Text() {
  release(data_, capacity_);
}

Text& Text::add(const char* text) {
  return add(text, std::strlen(text));
}

Text& Text::add(const char* text, std::size_t size) {
  if (size_ + size > capacity_) {
    const std::size_t capacity = (size_ + size) * 2 + 256;
    auto* const data = static_cast<char*>(allocate(capacity));
    if (size_ > 0) std::memcpy(data, data_, size_);
    release(data_, capacity_);
    data_ = data;
    capacity_ = capacity;
  }
  if (size > 0) std::memcpy(data_ + size_, text, size);
  size_ += size;
  return *this;
}

Text& Text::addNumber(std::uint64_t number) {
  char digits[20];
  std::size_t at = sizeof digits;
  do {
    digits[--at] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  return add(digits + at, sizeof digits - at);
}

Text& Text::addHex(std::uint64_t number) {
  char digits[18];
  std::size_t at = sizeof digits;
  do {
    digits[--at] = "0123456789abcdef"[number % 16];
    number /= 16;
  } while (number != 0);
  add("0x");
  return add(digits + at, sizeof digits - at);
}

Text& Text::addQuoted(const char* text) {
  add("\"");
  for (; *text != 0; ++text) {
    const auto c = static_cast<unsigned char>(*text);
    if (c == '\n') {
      add("\\n");
    } else if (c < 0x20) {
      add(" ");
    } else {
      if (c == '"' || c == '\\') add("\\");
      add(text, 1);
    }
  }
  return add("\"");
}

const char* Text::c_str() {
  add("", 1);
  --size_;
  return data_;
}

void Text::writeTo(int file) {
  for (std::size_t done = 0; done < size_;) {
    const auto wrote = kernelWrite(file, data_ + done, size_ - done);
    if (wrote <= 0) return;
    done += static_cast<std::size_t>(wrote);
  }
}

Line nextLine(const char*& at) {
  const char* const begin = at;
  while (*at != 0 && *at != '\n') ++at;
  const Line line{begin, static_cast<std::size_t>(at - begin)};
  if (*at == '\n') ++at;
  return line;
}

}  // namespace robur::runtime
