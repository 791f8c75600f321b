// What is known about each memory model, in one table.
//
// Whatever a part of Robur does differently for different models, apart from the rules
// themselves, is a field here: a new model is a row, and no other file compares model names.
// The rules are the monitor (src/models), the axioms (src/graph) and what is written from them
// (src/audit, src/check/fence_sufficiency.cpp, src/promela); there a `switch` over ModelName
// without a default makes the compiler list what a new model lacks.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "program/model_name.h"

namespace robur {

// What an SC fence is in an execution graph.
enum class ScFence : std::uint8_t {
  Event,   // an event of its own
  Update,  // an atomic update of one reserved cell; the order of these updates matters
};

// Which fences that are weaker than sc have an effect.
enum class WeakFences : std::uint8_t {
  None,
  Release,  // those that release: they order earlier accesses before later stores
  All,
};

// When two conflicting accesses to plain cells are a data race.
enum class DataRaces : std::uint8_t {
  None,          // never: a plain access is an access like any other
  Unordered,     // if no chain of program order and reads-from between atomics orders them
  Synchronised,  // the same, where orders and fences decide which reads-from edges count
};

// What `seq_cst` at an access (not at a fence) means.
enum class ScAccesses : std::uint8_t {
  AsOthers,  // nothing: orders at accesses do not matter
  Outside,   // not part of the model: counts as acq_rel, and a violation must respect their order
  Ordered,   // part of the model
};

struct ModelInfo {
  ModelName model;
  const char* name;      // as on the command line
  const char* title;     // as in a sentence
  const char* fullName;  // in words

  // The nearest model all of whose behaviours this one has too, as long as no access is sc (RC11:
  // and no fence is).
  ModelName contains;

  ScFence scFence;
  WeakFences weakFences;
  bool lockedUpdates;  // an atomic update, and a CAS that fails, is a fence as well
  bool accessOrders;   // acquire and release at accesses mean something
  ScAccesses scAccesses;
  DataRaces races;

  bool observational;  // robustness is also defined observationally
  bool byDefault;      // checked if no model is asked for
  bool byDefaultForC;  // the same for programs in C and C++
  bool exported;       // its monitor can be written in Promela

  const char* allows;  // beyond SC, for the table of models (Markdown)
  const char* useFor;

  // Why the model allows a behaviour that SC forbids, for reports: a sentence that follows
  // "under TSO". Null: what report/why.cpp says of models in general.
  const char* whyStoreLoad;  // a store and a later load trade places
  const char* whyMessage;    // a message arrives before what its sender did earlier
  const char* whyStores;     // stores to different locations do not fit into one order
  const char* whyRace;       // nothing orders two plain accesses

  // Is every cell monitored? Otherwise plain cells are watched for races only.
  constexpr bool monitorsPlainCells() const { return !isReference() && races == DataRaces::None; }
  // SC, which the others are compared with.
  constexpr bool isReference() const { return model == ModelName::Sc; }
};

// In the order in which models are listed everywhere.
inline constexpr ModelInfo kModels[] = {
    {.model = ModelName::Sc,
     .name = "sc",
     .title = "SC",
     .fullName = "sequential consistency",
     .contains = ModelName::Sc,
     .scFence = ScFence::Event,
     .weakFences = WeakFences::None,
     .lockedUpdates = false,
     .accessOrders = false,
     .scAccesses = ScAccesses::AsOthers,
     .races = DataRaces::None,
     .observational = false,
     .byDefault = true,
     .byDefaultForC = false,
     .exported = true,
     .allows = "nothing; only assertions, ranges and bounds are checked",
     .useFor = "finding ordinary mistakes first",
     .whyStoreLoad = nullptr,
     .whyMessage = nullptr,
     .whyStores = nullptr,
     .whyRace = nullptr},
    {.model = ModelName::Tso,
     .name = "tso",
     .title = "TSO",
     .fullName = "total store order",
     .contains = ModelName::Sc,
     .scFence = ScFence::Event,
     .weakFences = WeakFences::None,
     .lockedUpdates = true,
     .accessOrders = false,
     .scAccesses = ScAccesses::AsOthers,
     .races = DataRaces::None,
     .observational = false,
     .byDefault = true,
     .byDefaultForC = false,
     .exported = true,
     .allows = "a store may wait in its thread's buffer while later loads overtake it; an `sc` "
               "fence or an atomic update empties the buffer",
     .useFor = "x86 machine code; what a C or C++ program can do once compiled for x86 without "
               "reordering",
     .whyStoreLoad = "a store waits in its thread's buffer while later loads run; a fence or a "
                     "read-modify-write between them empties the buffer",
     .whyMessage = nullptr,
     .whyStores = nullptr,
     .whyRace = nullptr},
    {.model = ModelName::Pso,
     .name = "pso",
     .title = "PSO",
     .fullName = "partial store order",
     .contains = ModelName::Tso,
     .scFence = ScFence::Event,
     .weakFences = WeakFences::Release,
     .lockedUpdates = true,
     .accessOrders = false,
     .scAccesses = ScAccesses::AsOthers,
     .races = DataRaces::None,
     .observational = false,
     .byDefault = false,
     .byDefaultForC = false,
     .exported = true,
     .allows = "the same, and stores to different locations may overtake each other; a release "
               "fence keeps earlier stores before later ones",
     .useFor = "SPARC in its PSO mode; code that must not rely on x86 keeping stores in order",
     .whyStoreLoad = "a store waits in a buffer while later loads run; an sc fence or a "
                     "read-modify-write between them empties the buffers",
     .whyMessage = "stores to different locations may become visible in another order than that "
                   "of the program; a release fence between them keeps their order",
     .whyStores = "stores to different locations may become visible in another order than that "
                  "of the program; a release fence between them keeps their order",
     .whyRace = nullptr},
    {.model = ModelName::Sra,
     .name = "sra",
     .title = "SRA",
     .fullName = "strong release/acquire",
     .contains = ModelName::Tso,
     .scFence = ScFence::Update,
     .weakFences = WeakFences::None,
     .lockedUpdates = false,
     .accessOrders = false,
     .scAccesses = ScAccesses::AsOthers,
     .races = DataRaces::Unordered,
     .observational = false,
     .byDefault = true,
     .byDefaultForC = false,
     .exported = true,
     .allows = "*strong release/acquire*: threads learn of stores at different times, but "
               "causally, and all stores fit into one common order",
     .useFor = "causally consistent stores; a middle between TSO and RA",
     .whyStoreLoad = nullptr,
     .whyMessage = nullptr,
     .whyStores = nullptr,
     .whyRace = nullptr},
    {.model = ModelName::Ra,
     .name = "ra",
     .title = "RA",
     .fullName = "release/acquire",
     .contains = ModelName::Sra,
     .scFence = ScFence::Update,
     .weakFences = WeakFences::None,
     .lockedUpdates = false,
     .accessOrders = false,
     .scAccesses = ScAccesses::AsOthers,
     .races = DataRaces::Unordered,
     .observational = true,
     .byDefault = true,
     .byDefaultForC = false,
     .exported = true,
     .allows = "*release/acquire*: the same, but each location has its own order of stores",
     .useFor = "C and C++ code in which every atomic access is at least release or acquire; "
               "portable reasoning about message passing",
     .whyStoreLoad = nullptr,
     .whyMessage = nullptr,
     .whyStores = nullptr,
     .whyRace = nullptr},
    {.model = ModelName::Rc20,
     .name = "rc20",
     .title = "RC20",
     .fullName = "C and C++20 atomics without sc accesses",
     .contains = ModelName::Ra,
     .scFence = ScFence::Update,
     .weakFences = WeakFences::All,
     .lockedUpdates = false,
     .accessOrders = true,
     .scAccesses = ScAccesses::Outside,
     .races = DataRaces::Synchronised,
     .observational = true,
     .byDefault = false,
     .byDefaultForC = false,
     .exported = true,
     .allows = "C and C++20 atomics with `rlx`, `acq`, `rel`, `acq_rel` and all fences, release "
               "sequences included; data races on plain cells are errors; an `sc` fence is an "
               "update of one reserved location",
     .useFor = "comparison with the published RC20",
     .whyStoreLoad = nullptr,
     .whyMessage = nullptr,
     .whyStores = nullptr,
     .whyRace = "threads are ordered only by release stores or fences whose value an acquire "
                "load or fence reads; relaxed accesses order nothing"},
    {.model = ModelName::Rc11,
     .name = "rc11",
     .title = "RC11",
     .fullName = "C and C++ atomics with sc accesses",
     .contains = ModelName::Ra,
     .scFence = ScFence::Event,
     .weakFences = WeakFences::All,
     .lockedUpdates = false,
     .accessOrders = true,
     .scAccesses = ScAccesses::Ordered,
     .races = DataRaces::Synchronised,
     .observational = true,
     .byDefault = true,
     .byDefaultForC = true,
     .exported = false,
     .allows = "the same, with `sc` accesses and with `sc` fences as RC11 repaired them",
     .useFor = "C and C++ code as written",
     .whyStoreLoad = nullptr,
     .whyMessage = nullptr,
     .whyStores = nullptr,
     .whyRace = "threads are ordered only by release stores or fences whose value an acquire "
                "load or fence reads; relaxed accesses order nothing"},
};

// Every model, in the table's order.
inline constexpr auto kAllModels = [] {
  std::array<ModelName, std::size(kModels)> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = kModels[i].model;
  return out;
}();

namespace model_info {
// Per model, its row in the table; as many as there are rows if it has none.
inline constexpr auto kRowOf = [] {
  std::array<std::size_t, kModelCount> out{};
  out.fill(std::size(kModels));
  for (std::size_t i = 0; i < std::size(kModels); ++i) {
    const auto number = static_cast<std::size_t>(kModels[i].model);
    if (number < kModelCount && out[number] == std::size(kModels)) out[number] = i;
  }
  return out;
}();
}  // namespace model_info

static_assert(
    std::size(kModels) == kModelCount &&
        [] {
          for (const std::size_t row : model_info::kRowOf) {
            if (row == std::size(kModels)) return false;
          }
          return true;
        }(),
    "every model has one row in kModels, and kModelCount counts them");

constexpr const ModelInfo& infoOf(ModelName model) {
  return kModels[model_info::kRowOf[static_cast<std::size_t>(model)]];
}

// The models for which a flag of the table is set, such as &ModelInfo::byDefault.
std::vector<ModelName> modelsWith(bool ModelInfo::*flag);

// Every model but SC.
std::vector<ModelName> weakModels();

// Their names as a list: "sc, tso and sra" if the last word is "and".
std::string listOf(const std::vector<ModelName>& models, std::string_view lastWord = "and");
std::string listOfAllModels();

}  // namespace robur
