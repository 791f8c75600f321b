// Suggestions ("did you mean"): the known name that is closest to a misspelt one.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace robur::frontend_rob {

// The number of single insertions, deletions, changes and swaps of neighbours that turn a into b,
// or limit + 1 if it is above the limit.
std::size_t editDistance(std::string_view a, std::string_view b, std::size_t limit);

class Suggestion {
 public:
  explicit Suggestion(std::string_view wrong);
  void consider(std::string_view candidate);
  void consider(std::initializer_list<std::string_view> candidates);

  bool found() const { return !best_.empty(); }
  std::string_view best() const { return best_; }
  // "did you mean 'load'?", or `otherwise` if no name is close.
  std::string text(std::string_view otherwise = {}) const;

 private:
  std::string_view wrong_;
  std::size_t limit_;
  std::string_view best_;
};

}  // namespace robur::frontend_rob
