# Proofs need Z3, whose library takes longer to load than small programs take to check. So
# `robur prove` is a program of its own, robur-prove, beside robur; without Z3 it is left out,
# and robur says so when asked.
find_library(ROBUR_Z3 z3)
find_path(ROBUR_Z3_HEADERS z3++.h)
if(NOT ROBUR_Z3 OR NOT ROBUR_Z3_HEADERS)
  message(STATUS "libz3-dev is missing: robur prove is left out")
  return()
endif()
module(prove QUIET USES robur_frontend robur_check robur_report)
target_include_directories(robur_prove SYSTEM PUBLIC ${ROBUR_Z3_HEADERS})
target_link_libraries(robur_prove PUBLIC ${ROBUR_Z3})

add_executable(robur-prove ${CMAKE_SOURCE_DIR}/src/prove/tool/main.cpp)
target_link_libraries(robur-prove PRIVATE robur_prove robur_cli)
