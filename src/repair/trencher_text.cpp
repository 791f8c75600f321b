#include "repair/trencher_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "frontend/trencher/vocabulary.h"
#include "frontend/trencher/words.h"

namespace robur {

namespace {

std::vector<TrencherWord> wordsOf(std::string_view text) {
  std::vector<TrencherWord> out;
  frontend_trencher::Words words(text);
  for (frontend_trencher::Word w = words.next(); !w.atEnd(); w = words.next()) {
    out.push_back({static_cast<std::size_t>(w.text.data() - text.data()), std::string(w.text)});
  }
  return out;
}

using Place = std::pair<std::size_t, std::string>;  // thread, state

// The states that can be reached while a lock is held.
std::set<Place> lockedStates(const std::vector<TrencherTransition>& all) {
  std::set<Place> locked;
  for (const TrencherTransition& t : all) {
    if (t.kind.text == "lock") locked.insert({t.thread, t.to.text});
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const TrencherTransition& t : all) {
      if (t.kind.text == "unlock" || !locked.contains({t.thread, t.from.text})) continue;
      changed |= locked.insert({t.thread, t.to.text}).second;
    }
  }
  return locked;
}

std::string padded(std::string word, std::size_t width) {
  word.resize(std::max(width, word.size() + 1), ' ');
  return word;
}

// Another word in place of one, and as much room for both as before if that is enough.
TextEdit otherWord(std::string_view text, const TrencherWord& word, std::size_t next,
                   const std::string& fresh) {
  const bool oneLine = text.substr(word.begin, next - word.begin).find('\n') == std::string::npos;
  if (!oneLine) return {word.begin, word.end(), fresh};
  return {word.begin, next, padded(fresh, next - word.begin)};
}

// In columns as wide as those of the transition that it stands beside.
std::string fenceLine(const TrencherTransition& beside, const std::string& from,
                      const std::string& to) {
  return "transition " + padded(from, beside.to.begin - beside.from.begin) +
         padded(to, beside.kind.begin - beside.to.begin) + "mfence";
}

bool onlyBlanks(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

std::vector<TrencherTransition> transitionsOf(std::string_view text) {
  std::vector<TrencherTransition> out;
  const std::vector<TrencherWord> words = wordsOf(text);
  std::size_t thread = 0;
  for (std::size_t i = 0; i < words.size();) {
    if (words[i].text == "thread") ++thread;
    if (words[i].text != "transition" || i + 3 >= words.size()) {
      ++i;
      continue;
    }
    TrencherTransition t{thread, words[i].begin, 0, words[i + 1], words[i + 2], words[i + 3]};
    i += 4;
    while (i < words.size() && !frontend_trencher::beginsClause(words[i].text)) ++i;
    t.end = words[i - 1].end();
    out.push_back(std::move(t));
  }
  const std::set<Place> locked = lockedStates(out);
  std::map<Place, int> leaving;
  for (const TrencherTransition& t : out) ++leaving[{t.thread, t.from.text}];
  for (TrencherTransition& t : out) {
    t.locked = locked.contains({t.thread, t.from.text}) || t.kind.text == "lock";
    t.alone = leaving[{t.thread, t.from.text}] == 1;
  }
  return out;
}

std::string freshWord(std::string_view text, const std::string& wish) {
  const std::vector<TrencherWord> words = wordsOf(text);
  std::string word = wish;
  for (int n = 2; std::ranges::find(words, word, &TrencherWord::text) != words.end(); ++n) {
    word = wish + std::to_string(n);
  }
  return word;
}

std::vector<TextEdit> fenceBehind(std::string_view text, const TrencherTransition& t,
                                  const std::string& fresh) {
  const std::string fence = fenceLine(t, fresh, t.to.text);
  const std::size_t begin = lineBegin(text, t.begin);
  const std::size_t end = std::min(text.find('\n', t.end), text.size());
  const std::string_view rest = text.substr(t.end, end - t.end);
  const std::size_t word = rest.find_first_not_of(" \t\r");
  TextEdit more{t.end, t.end, " " + fence};
  if (word == std::string_view::npos || rest[word] == '#') {
    const std::string_view indent = text.substr(begin, t.begin - begin);
    const bool carriage = !rest.empty() && rest.back() == '\r';
    more = {
        end, end,
        "\n" + (onlyBlanks(indent) ? std::string(indent) : "") + fence + (carriage ? "\r" : "")};
  }
  return {otherWord(text, t.to, t.kind.begin, fresh), more};
}

std::vector<TextEdit> fenceInFront(std::string_view text, const TrencherTransition& t,
                                   const std::string& fresh) {
  const std::string fence = fenceLine(t, t.from.text, fresh);
  const std::size_t begin = lineBegin(text, t.begin);
  const std::string_view indent = text.substr(begin, t.begin - begin);
  TextEdit more{t.begin, t.begin, fence + " "};
  if (onlyBlanks(indent)) {
    const std::size_t end = std::min(text.find('\n', t.end), text.size());
    const bool carriage = end > begin && text[end - 1] == '\r';
    more = {begin, begin, std::string(indent) + fence + (carriage ? "\r\n" : "\n")};
  }
  return {otherWord(text, t.from, t.to.begin, fresh), more};
}

}  // namespace robur
