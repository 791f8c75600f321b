# The brute-force oracle, which shares nothing with the checker but the program representation and
# the axioms, and a shrinker of programs on which the two disagree.
test_library(test_oracle USES test_generators robur_graph robur_program)
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*_test.cpp)
test_suite(oracle_test SOURCES ${sources} USES test_oracle)
