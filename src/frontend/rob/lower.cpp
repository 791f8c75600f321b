#include "frontend/rob/lower.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/rob/code_emitter.h"

namespace robur::frontend_rob {

namespace {

Location located(const Variable& variable) {
  Location location;
  location.name = variable.name;
  location.type = variable.type.value_or(kInt32);
  location.atomic = variable.atomic;
  location.isArray = variable.isArray;
  location.init.assign(static_cast<std::size_t>(variable.size.value_or(1)), variable.usual());
  std::ranges::copy(variable.init, location.init.begin());
  location.span = variable.span;
  return location;
}

}  // namespace

Program lower(const FileNode& file, const Lowering& context) {
  FileLowering lowering(file, context);
  Program program;
  for (const Variable& variable : lowering.scope().variables()) {
    program.locations.push_back(located(variable));
  }
  for (const ThreadNode* thread : file.threads) {
    if (context.errors.full()) break;
    const std::int64_t copies = lowering.copies(*thread);
    CodeEmitter emitter(context.lines);
    lowering.lower(*thread, emitter);
    if (context.errors.any()) continue;  // some marks may not be placed
    const CodeId id{static_cast<std::uint32_t>(program.codes.size())};
    program.codes.push_back(emitter.finish(*thread));
    for (std::int64_t i = 0; i < copies; ++i) {
      const std::string_view name = thread->name.text;
      program.threads.push_back(
          {thread->count != nullptr ? fmt::format("{}[{}]", name, i) : std::string(name), id, i,
           thread->any});
    }
  }
  return program;
}

}  // namespace robur::frontend_rob
