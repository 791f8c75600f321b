#include "runtime/state/runtime.h"

namespace robur::runtime {

constinit Runtime rt;
constinit RuntimeTables tables;

}  // namespace robur::runtime
