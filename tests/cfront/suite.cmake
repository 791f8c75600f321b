# C and C++ as input: random programs written in C mean the same as in the IR, spellings of
# the same loop are treated alike, what cannot be said is refused with its line.
test_suite(cfront_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/c_text.cpp
          ${CMAKE_CURRENT_LIST_DIR}/c_program.cpp
          ${CMAKE_CURRENT_LIST_DIR}/differential_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/spin_loop_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/refusal_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/meaning_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/machine_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/publication_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/update_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/unset_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/library_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/damage_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/../fuzz/mutate.cpp
  USES robur_cli robur_compare robur_property robur_check robur_report)
add_dependencies(cfront_test robur-llvm)
