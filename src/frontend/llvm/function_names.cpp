// The best fit decides. The name of the linker is unique; a whole qualified name is a better fit
// than one that leaves out classes and namespaces, so `push` means the function of that name, and a
// member `push` of some class only if there is no such function. If several functions fit equally
// well, none is chosen.
#include "frontend/llvm/function_names.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>

namespace robur::frontend_llvm {

namespace {

bool isWordCharacter(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// Without blanks, and without the suffixes of numbers: `Ring<int, 2>` for `Ring<int, 2ul>`.
std::string plain(const std::string& text) {
  std::string out;
  bool inNumber = false;
  for (const char c : text) {
    if (c == ' ') continue;
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (digit && !inNumber) inNumber = out.empty() || (!isWordCharacter(out.back()));
    if (inNumber && !digit && std::string_view("uUlL").find(c) != std::string_view::npos) continue;
    inNumber = inNumber && digit;
    out += c;
  }
  return out;
}

// `Ring::push` for `Ring<int, 2>::push`. Names of operators may contain the brackets themselves.
std::string withoutTemplateArguments(const std::string& name) {
  if (name.find("operator") != std::string::npos) return name;
  std::string out;
  int depth = 0;
  for (const char c : name) {
    depth += c == '<';
    if (depth == 0) out += c;
    depth -= c == '>';
  }
  return out;
}

// A function as the source spells it.
struct Spelling {
  llvm::Function* function = nullptr;
  std::string name;        // qualified, without parameters
  std::string parameters;  // "(int)"; nothing in C
};

Spelling spellingOf(llvm::Function& function) {
  Spelling out;
  out.function = &function;
  const std::string linked = function.getName().str();
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(linked.c_str())) {
    const llvm::DISubprogram* info = function.getSubprogram();
    out.name = info != nullptr ? info->getName().str() : linked;
    return out;
  }
  const auto taken = [](char* text) {
    std::string copy = text != nullptr ? text : "";
    std::free(text);
    return copy;
  };
  out.name = taken(demangler.getFunctionName(nullptr, nullptr));
  out.parameters = taken(demangler.getFunctionParameters(nullptr, nullptr));
  return out;
}

std::string shown(const Spelling& one) {
  return one.name + one.parameters;
}

enum class Fit : std::uint8_t { None, Suffix, Whole, Linker };

// Arguments of a template may be left out at the end: `push` for `push<int>`.
bool endsBefore(const std::string& text, std::size_t at) {
  return at == text.size() || (text[at] == '<' && text.back() == '>');
}

Fit fitOf(const Spelling& one, const std::string& name) {
  const std::string wanted = plain(name);
  const std::string own = plain(one.name);
  // Static functions of several files may have the same name, and the linker's is an accident.
  const bool accident = one.function->hasLocalLinkage() && own == wanted;
  if (one.function->getName() == name && !accident) return Fit::Linker;
  const std::string whole = own + plain(one.parameters);
  if (own == wanted || whole == wanted) return Fit::Whole;
  const std::string bare = withoutTemplateArguments(own);
  for (const std::string& text : {own, whole, bare, bare + plain(one.parameters)}) {
    for (std::size_t at = text.find(wanted); at != std::string::npos;
         at = text.find(wanted, at + 1)) {
      const bool begins = at == 0 || (at >= 2 && text.compare(at - 2, 2, "::") == 0);
      if (begins && endsBefore(text, at + wanted.size())) return Fit::Suffix;
    }
  }
  return Fit::None;
}

}  // namespace

std::vector<std::string> namesIn(const std::string& list) {
  std::vector<std::string> names;
  std::string name;
  int depth = 0;
  const auto end = [&] {
    const std::size_t first = name.find_first_not_of(' ');
    if (first != std::string::npos) {
      names.push_back(name.substr(first, name.find_last_not_of(' ') + 1 - first));
    }
    name.clear();
  };
  for (const char c : list) {
    depth += c == '(' || c == '<' || c == '[';
    depth -= c == ')' || c == '>' || c == ']';
    if (c == ',' && depth <= 0) {
      end();
    } else {
      name += c;
    }
  }
  end();
  return names;
}

std::vector<std::vector<std::string>> groupsIn(const std::string& lists) {
  std::vector<std::vector<std::string>> groups;
  std::istringstream in(lists);
  for (std::string list; std::getline(in, list, ';');) {
    std::vector<std::string> names;
    for (std::string& name : namesIn(list)) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
    if (!names.empty()) groups.push_back(std::move(names));
  }
  return groups;
}

llvm::Function* functionNamed(llvm::Module& module, const std::string& name,
                              const std::string& option, LoadFailure& failure) {
  std::vector<Spelling> best;
  Fit fit = Fit::None;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    Spelling one = spellingOf(function);
    const Fit here = fitOf(one, name);
    if (here == Fit::None || here < fit) continue;
    if (here > fit) best.clear();
    fit = here;
    best.push_back(std::move(one));
  }
  if (best.size() == 1) return best.front().function;
  if (best.empty()) {
    failure.message = fmt::format("the program does not define a function {}", name);
    failure.help = fmt::format(
        "{} takes names of functions, separated by commas. What nothing uses is not compiled if it "
        "is static, inline or a template: use it, or instantiate it (template class Queue<int>;)",
        option);
    return nullptr;
  }
  std::vector<std::string> all;
  for (const Spelling& one : best) {
    all.push_back(std::ranges::count(best, shown(one), shown) > 1 ? one.function->getName().str()
                                                                  : shown(one));
  }
  std::ranges::sort(all);
  failure.message =
      fmt::format("{} functions are named {}: {}", all.size(), name, fmt::join(all, ", "));
  failure.help = fmt::format("{} takes the name as it is written here", option);
  return nullptr;
}

}  // namespace robur::frontend_llvm
