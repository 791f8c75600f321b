# Every program of tests/corpus against the verdicts in its own header.
test_suite(corpus_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/expectation.cpp
          ${CMAKE_CURRENT_LIST_DIR}/expectation_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/test_corpus.cpp
  USES robur_cli robur_frontend robur_check robur_verify)
add_dependencies(corpus_test robur-llvm)
