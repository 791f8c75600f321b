# The clocks of the sanitizer against the axioms.
test_suite(clocks_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/race_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/rules_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/trace.cpp
  USES robur_clocks robur_property)
