#include "runtime/report/symbolize.h"

#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/base/kernel.h"
#include "runtime/options/options.h"

extern char** environ;

namespace robur::runtime {

namespace {

struct Search {
  std::uint64_t address;
  Module* module;
  bool found;
};

int visitModule(dl_phdr_info* info, std::size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const std::uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || search.address < begin ||
        search.address >= begin + segment.p_memsz) {
      continue;
    }
    search.module->offset = search.address - info->dlpi_addr;
    if (info->dlpi_name != nullptr && info->dlpi_name[0] != 0) {
      std::strncpy(search.module->path, info->dlpi_name, sizeof search.module->path - 1);
    } else {
      const auto length =
          ::readlink("/proc/self/exe", search.module->path, sizeof search.module->path - 1);
      search.module->path[length > 0 ? length : 0] = 0;
    }
    search.found = true;
    return 1;
  }
  return 0;
}

}  // namespace

bool moduleOf(std::uint64_t address, Module& module) {
  module = {};
  Search search{address, &module, false};
  ::dl_iterate_phdr(visitModule, &search);
  return search.found;
}

void Symbolizer::ask(const char* kind, std::uint64_t address) {
  Module module;
  if (!moduleOf(address, module)) std::memcpy(module.path, "?", 2);
  if (asked_++ < kMost) {
    questions_.add(kind).add(" \"").add(module.path).add("\" ").addHex(module.offset).add("", 1);
  }
}

void Symbolizer::askCode(std::uint64_t address) {
  ask("CODE", address);
}
void Symbolizer::askData(std::uint64_t address) {
  ask("DATA", address);
}
void Symbolizer::askFrame(std::uint64_t address) {
  ask("CODE", address);
  ask("FRAME", address);
}

const char* Symbolizer::answers() {
  int pipe[2];
  if (asked_ == 0 || kernelPipe(pipe, O_CLOEXEC) != 0) return "";
  char* arguments[kMost + 5];
  int count = 0;
  const auto add = [&](const char* text) { arguments[count++] = const_cast<char*>(text); };
  add("llvm-symbolizer");
  add("--demangle");
  add("--inlines");
  add("--relativenames");
  const char* question = questions_.c_str();
  for (int i = 0; i < asked_ && i < kMost; ++i, question += std::strlen(question) + 1) {
    add(question);
  }
  arguments[count] = nullptr;
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, pipe[1], 1);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  const char* const names[] = {options().symbolizer, "llvm-symbolizer-19", "llvm-symbolizer"};
  pid_t child = -1;
  for (const char* name : names) {
    if (name[0] != 0 && ::posix_spawnp(&child, name, &actions, nullptr, arguments, environ) == 0) {
      break;
    }
    child = -1;
  }
  missing_ = child < 0;
  ::posix_spawn_file_actions_destroy(&actions);
  kernelClose(pipe[1]);
  char buffer[4096];
  for (;;) {
    const auto got = child < 0 ? 0L : kernelRead(pipe[0], buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    answers_.add(buffer, static_cast<std::size_t>(got));
  }
  kernelClose(pipe[0]);
  while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return answers_.c_str();
}

}  // namespace robur::runtime
