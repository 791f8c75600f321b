// The entry point of a fuzzer; the build says of which language (suite.cmake).
#include "fuzz/property.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const robur::Language language = robur::languageNamed(ROBUR_LANGUAGE).value();
  return robur::fuzz::run(language, data, size);
}
