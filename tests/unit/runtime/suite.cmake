# The sanitizer's clocks against the axioms, and the explorer of schedules against all schedules.
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
list(REMOVE_ITEM sources ${CMAKE_CURRENT_LIST_DIR}/judge_trace.cpp)
test_suite(unit_runtime SOURCES ${sources} USES robur_clocks robur_explorer test_oracle test_generators)

# Decides by the same axioms whether a recorded run is allowed; the programs of tests/sanitizer/ use it.
test_program(judge_trace SOURCES ${CMAKE_CURRENT_LIST_DIR}/access.cpp ${CMAKE_CURRENT_LIST_DIR}/judge_trace.cpp
                         USES robur_graph test_oracle)
