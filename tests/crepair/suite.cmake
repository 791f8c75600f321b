# Repairs of C and C++: what is found in texts, what is done to them, and the corpus.
test_suite(crepair_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/statements_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/order_call_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/operator_use_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/edit_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/fence_edits_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/optimal_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/preamble_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/corpus_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/compiled.cpp
          ${CMAKE_CURRENT_SOURCE_DIR}/corpus_test/expectation.cpp
  USES robur_cli robur_repair_c robur_verify)
target_compile_definitions(crepair_test PRIVATE ROBUR_BINARY_DIR="${CMAKE_BINARY_DIR}")
add_dependencies(crepair_test robur-llvm)
