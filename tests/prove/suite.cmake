# Proofs against brute force, and the corpus.
if(TARGET robur_prove)
  test_suite(prove_test
    SOURCES ${CMAKE_CURRENT_LIST_DIR}/interpreter.cpp
            ${CMAKE_CURRENT_LIST_DIR}/random_program.cpp
            ${CMAKE_CURRENT_LIST_DIR}/buffer_free_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/corpus_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/facts_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/movers_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/refusal_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/soundness_test.cpp
            ${CMAKE_SOURCE_DIR}/tests/fuzz/mutate.cpp
    USES robur_prove)
endif()
