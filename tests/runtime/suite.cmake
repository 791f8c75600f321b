# The clocks of the sanitizer against the axioms.
test_suite(clocks_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/access.cpp
          ${CMAKE_CURRENT_LIST_DIR}/last_accesses_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/location_clocks.cpp
          ${CMAKE_CURRENT_LIST_DIR}/location_clocks_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/mixed_race_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/race_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/rules_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/trace.cpp
  USES robur_clocks robur_property)

# A recorded run before the same axioms; the programs of tests/sanitizer/ are judged by it.
add_executable(judge_trace ${CMAKE_CURRENT_LIST_DIR}/access.cpp
  ${CMAKE_CURRENT_LIST_DIR}/judge_trace.cpp)
target_include_directories(judge_trace PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
target_link_libraries(judge_trace PRIVATE robur_graph robur_property)
