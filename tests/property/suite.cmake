# The oracle and the programs it is asked about.
add_library(robur_property STATIC
  ${CMAKE_CURRENT_LIST_DIR}/generator.cpp
  ${CMAKE_CURRENT_LIST_DIR}/instructions.cpp
  ${CMAKE_CURRENT_LIST_DIR}/interpreter.cpp
  ${CMAKE_CURRENT_LIST_DIR}/litmus.cpp
  ${CMAKE_CURRENT_LIST_DIR}/mixes.cpp
  ${CMAKE_CURRENT_LIST_DIR}/oracle.cpp
  ${CMAKE_CURRENT_LIST_DIR}/random_graph.cpp
  ${CMAKE_CURRENT_LIST_DIR}/replay.cpp
  ${CMAKE_CURRENT_LIST_DIR}/sc_states.cpp
  ${CMAKE_CURRENT_LIST_DIR}/shrink.cpp
  ${CMAKE_CURRENT_LIST_DIR}/vocabulary.cpp
  ${CMAKE_CURRENT_LIST_DIR}/waits_as_loops.cpp)
target_include_directories(robur_property PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
target_link_libraries(robur_property PUBLIC robur_graph robur_program)

test_suite(test_axioms
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_axioms.cpp
          ${CMAKE_CURRENT_LIST_DIR}/test_graphs.cpp
          ${CMAKE_CURRENT_LIST_DIR}/test_relation.cpp
  USES robur_property)

test_suite(test_oracle
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_oracle.cpp
          ${CMAKE_CURRENT_LIST_DIR}/test_share_registers.cpp
          ${CMAKE_CURRENT_LIST_DIR}/test_shrink.cpp
  USES robur_property)

# The checker against the oracle: as a test, and as a program that goes on for ever.
add_library(robur_compare STATIC
  ${CMAKE_CURRENT_LIST_DIR}/compare.cpp
  ${CMAKE_CURRENT_LIST_DIR}/fenced.cpp
  ${CMAKE_CURRENT_LIST_DIR}/idler.cpp)
target_link_libraries(robur_compare PUBLIC robur_property robur_check)

test_suite(test_monitors
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_fences.cpp
          ${CMAKE_CURRENT_LIST_DIR}/test_mixes.cpp
          ${CMAKE_CURRENT_LIST_DIR}/test_monitors.cpp
          ${CMAKE_CURRENT_LIST_DIR}/test_observational.cpp
  USES robur_compare)

test_suite(test_outline
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/outline_samples.cpp
          ${CMAKE_CURRENT_LIST_DIR}/test_outline.cpp
          ${CMAKE_CURRENT_LIST_DIR}/test_outline_runs.cpp
  USES robur_compare)

add_executable(robur_soak ${CMAKE_CURRENT_LIST_DIR}/soak.cpp)
target_link_libraries(robur_soak PRIVATE robur_compare robur_frontend CLI11::CLI11)

add_executable(robur_mixes ${CMAKE_CURRENT_LIST_DIR}/write_mixes.cpp)
target_link_libraries(robur_mixes PRIVATE robur_property)
