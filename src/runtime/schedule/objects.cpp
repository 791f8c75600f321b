#include "runtime/schedule/objects.h"

#include <semaphore.h>

#include <new>

#include "runtime/memory/arena.h"

namespace robur::runtime {

// Open addressing; it grows when it is half full.
struct ObjectTable {
  std::uint32_t capacity = 0;
  std::uint32_t used = 0;
  ObjectState* slots = nullptr;
};

namespace {

ObjectState& slotIn(ObjectTable& table, std::uint64_t address) {
  for (std::uint64_t i = address * 0x9e3779b97f4a7c15 >> 32;; ++i) {
    ObjectState& slot = table.slots[i & (table.capacity - 1)];
    if (slot.address == address || slot.address == 0) return slot;
  }
}

void grow(ObjectTable& table) {
  constexpr std::uint32_t kFirst = 64;
  const ObjectTable old = table;
  table.capacity = old.capacity == 0 ? kFirst : 2 * old.capacity;
  table.slots = allocateArray<ObjectState>(table.capacity);
  for (std::uint32_t i = 0; i < old.capacity; ++i) {
    if (old.slots[i].address != 0) slotIn(table, old.slots[i].address) = old.slots[i];
  }
  if (old.slots != nullptr) release(old.slots, old.capacity * sizeof(ObjectState));
}

template <class T>
std::uint64_t loaded(const volatile void* address) {
  return __atomic_load_n(static_cast<const volatile T*>(address), __ATOMIC_SEQ_CST);
}

std::uint64_t valueInMemory(const volatile void* address, std::uint8_t size) {
  switch (size) {
    case 1:
      return loaded<std::uint8_t>(address);
    case 2:
      return loaded<std::uint16_t>(address);
    case 4:
      return loaded<std::uint32_t>(address);
    case 8:
      return loaded<std::uint64_t>(address);
    default: {
      // Only one thread runs, so the halves belong together. Mixed as valueOf() in abi/raw.h does.
      const auto* const halves = static_cast<const volatile std::uint64_t*>(address);
      return halves[0] ^ halves[1] * 0x9e3779b97f4a7c15;
    }
  }
}

volatile void* addressOf(const Action& action) {
  return reinterpret_cast<volatile void*>(action.object);
}

}  // namespace

ObjectState& objectAt(const volatile void* address) {
  ObjectTable*& table = rt.schedule.objects;
  if (table == nullptr) table = new (allocate(sizeof(ObjectTable))) ObjectTable;
  if (2 * (table->used + 1) > table->capacity) grow(*table);
  const auto key = reinterpret_cast<std::uint64_t>(address);
  ObjectState& object = slotIn(*table, key);
  if (object.address == 0) {
    object.address = key;
    ++table->used;
  }
  return object;
}

void forgetObject(const volatile void* address) {
  ObjectState& object = objectAt(address);
  object = {.address = object.address};
}

std::uint64_t valueFor(const Action& action) {
  switch (action.kind) {
    case ActionKind::Stop:
      return 0;
    case ActionKind::Take:
    case ActionKind::TryTake:
    case ActionKind::Give: {
      int count = 0;
      ::sem_getvalue(reinterpret_cast<sem_t*>(action.object), &count);
      return count > 0 ? static_cast<std::uint64_t>(count) : 0;
    }
    default:
      if (action.size > 0) return valueInMemory(addressOf(action), action.size);
      return objectAt(addressOf(action)).value;
  }
}

bool isOneVariable(const Action& action) {
  // Of each byte the variable that it belongs to, in the table under an address that no object has.
  constexpr std::uint64_t kElsewhere = std::uint64_t{1} << 63;
  const std::uint64_t code = 1 + (action.object & 7) + 8 * __builtin_ctz(action.size);
  bool isOne = true;
  for (std::uint64_t at = action.object; at < action.object + action.size; ++at) {
    std::uint64_t& codes =
        objectAt(reinterpret_cast<const void*>((at & ~std::uint64_t{7}) | kElsewhere)).value;
    const int shift = static_cast<int>(at & 7) * 8;
    const std::uint64_t there = codes >> shift & 0xff;
    isOne &= there == 0 || there == code;
    codes = (codes & ~(std::uint64_t{0xff} << shift)) | code << shift;
  }
  return isOne;
}

void applyToObject(const Action& action, const Thread& thread, std::uint64_t before) {
  if (!action.writesAt(before) || action.size > 0) return;
  ObjectState& object = objectAt(addressOf(action));
  switch (action.kind) {
    case ActionKind::Lock:
    case ActionKind::TryLock:
      object.value = kHeldByWriter;
      object.owner = &thread;
      object.depth = 1;
      break;
    case ActionKind::LockShared:
    case ActionKind::TryLockShared:
      ++object.value;
      break;
    case ActionKind::Unlock:
      object.value = object.value == kHeldByWriter || object.value == 0 ? 0 : object.value - 1;
      object.owner = nullptr;
      object.depth = 0;
      break;
    case ActionKind::Initialise:
      object.value = kBeingInitialised;
      break;
    default:
      break;
  }
}

}  // namespace robur::runtime
