# Repairs of C and C++: what is found in texts, what is done to them, and the corpus.
test_suite(crepair_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/statements_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/order_call_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/edit_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/corpus_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/compiled.cpp
          ${CMAKE_CURRENT_SOURCE_DIR}/corpus_test/expectation.cpp
  USES robur_cli robur_repair_c robur_verify)
add_dependencies(crepair_test robur-llvm)
