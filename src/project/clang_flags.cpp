#include "project/clang_flags.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace robur::project {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPaths[] = {"-isystem", "-iquote",   "-idirafter", "-include",
                                       "-imacros", "-isysroot", "-I"};
constexpr std::string_view kPathsAfterEquals[] = {"--sysroot=", "--gcc-toolchain="};
constexpr std::string_view kWithNext[] = {"-D",     "-U",    "-x",      "-target",
                                          "-mllvm", "-arch", "--param", "-Xpreprocessor"};
constexpr std::string_view kLeftOut[] = {"-c",  "-S",  "-E",    "-M",        "-MM",
                                         "-MD", "-MG", "-MMD",  "-MP",       "-MV",
                                         "-w",  "-pg", "-pipe", "-pedantic", "-pedantic-errors"};
constexpr std::string_view kLeftOutWithNext[] = {"-o",  "-MF", "-MT",      "-MQ",
                                                 "-MJ", "-L",  "-Xlinker", "-Xassembler"};
constexpr std::string_view kLeftOutBegin[] = {"-W",
                                              "-g",
                                              "-O",
                                              "-o",
                                              "-l",
                                              "-L",
                                              "-MF",
                                              "-MT",
                                              "-MQ",
                                              "-flto",
                                              "-fprofile",
                                              "-fsanitize",
                                              "-fno-sanitize",
                                              "-fdiagnostics",
                                              "-fcolor-diagnostics",
                                              "-save-temps",
                                              "--coverage",
                                              "-fplugin"};

template <std::size_t n>
bool isOneOf(std::string_view word, const std::string_view (&words)[n]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

class FlagFilter {
 public:
  FlagFilter(const std::vector<std::string>& words, const fs::path& directory)
      : words_(words), directory_(directory) {}

  std::vector<std::string> filtered() {
    for (at_ = 1; at_ < words_.size() && words_[at_] != "--"; ++at_) {
      const std::string& word = words_[at_];
      // What is no flag is an input file.
      if (!word.starts_with('-') || takePath(word) || isLeftOut(word)) continue;
      if (word == "-Xclang") {
        takeForClang();
        continue;
      }
      out_.push_back(word);
      if (isOneOf(word, kWithNext)) takeNext();
    }
    return std::move(out_);
  }

 private:
  std::string absolute(std::string_view path) const {
    const fs::path given(path);
    return (given.is_absolute() ? given : directory_ / given).lexically_normal().string();
  }

  void takeNext() {
    if (at_ + 1 < words_.size()) out_.push_back(words_[++at_]);
  }

  bool takePath(const std::string& word) {
    for (const std::string_view flag : kPaths) {
      if (word == flag) {
        if (at_ + 1 == words_.size()) return true;
        out_.push_back(word);
        out_.push_back(absolute(words_[++at_]));
        return true;
      }
      if (!word.starts_with(flag) || word.starts_with("-include-")) continue;
      out_.push_back(fmt::format("{}{}", flag, absolute(word.substr(flag.size()))));
      return true;
    }
    for (const std::string_view flag : kPathsAfterEquals) {
      if (!word.starts_with(flag)) continue;
      out_.push_back(fmt::format("{}{}", flag, absolute(word.substr(flag.size()))));
      return true;
    }
    return false;
  }

  bool isLeftOut(const std::string& word) {
    if (isOneOf(word, kLeftOutWithNext)) {
      ++at_;
      return true;
    }
    return isOneOf(word, kLeftOut) ||
           std::any_of(std::begin(kLeftOutBegin), std::end(kLeftOutBegin),
                       [&](std::string_view begin) { return word.starts_with(begin); });
  }

  // Headers that another version of clang has precompiled cannot be read.
  void takeForClang() {
    if (at_ + 1 < words_.size() && words_[at_ + 1] == "-include-pch") {
      at_ += 3;
      return;
    }
    out_.push_back(words_[at_]);
    takeNext();
  }

  const std::vector<std::string>& words_;
  const fs::path& directory_;
  std::size_t at_ = 0;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> meaningfulFlags(const std::vector<std::string>& words,
                                         const fs::path& directory) {
  return FlagFilter(words, directory).filtered();
}

bool definesNdebug(const std::vector<std::string>& flags) {
  bool defined = false;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const bool pair = (flags[i] == "-D" || flags[i] == "-U") && i + 1 < flags.size();
    const std::string word = pair ? flags[i] + flags[i + 1] : flags[i];
    if (word == "-DNDEBUG" || word.starts_with("-DNDEBUG=")) defined = true;
    if (word == "-UNDEBUG") defined = false;
  }
  return defined;
}

}  // namespace robur::project
