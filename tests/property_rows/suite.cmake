# The rows of the monitors against their definition, on random runs.
test_suite(test_rows
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/scene.cpp
          ${CMAKE_CURRENT_LIST_DIR}/definitions_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/random_runs_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/strand_lists_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/strands_test.cpp
  USES robur_property robur_check)
