# Proofs need Z3, and loading its library takes longer than checking a small program. So `robur prove`
# is a program of its own, robur-prove, beside robur. Without Z3 it is not built, and `robur prove`
# prints what is missing.
find_library(ROBUR_Z3 z3)
find_path(ROBUR_Z3_HEADERS z3++.h)
if(NOT ROBUR_Z3 OR NOT ROBUR_Z3_HEADERS)
  message(STATUS "libz3-dev is missing: robur prove is not built")
  return()
endif()
module(prove QUIET USES robur_frontend robur_frontend_rob robur_check robur_result robur_program)
target_include_directories(robur_prove SYSTEM PUBLIC ${ROBUR_Z3_HEADERS})
target_link_libraries(robur_prove PUBLIC ${ROBUR_Z3})

program(robur-prove prove/tool/main.cpp USES robur_prove robur_cli)
