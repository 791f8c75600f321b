#include "fuzz/property.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  return robur::fuzz::run(robur::Language::Tpl, data, size);
}
